import { Gauge } from 'lucide-react'
import type { Measured, PerformanceReport as Report } from '@slipstream/contract/analytics-performance'
import { type Vital, VITALS } from '@slipstream/contract/visit-terms'
import { countText, plural } from '#lib/counts.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { Change } from './change.tsx'
import { percentWords } from './figure-words.ts'
import { RangeBar } from './range-bar.tsx'
import { ReportState } from './report-state.tsx'
import { RouteTimes } from './route-times.tsx'
import { useReportRange } from './use-report-range.ts'
import { usePerformance } from './visits.queries.ts'

const NAMES: Record<Vital, { name: string; meaning: string }> = {
  LCP: { name: 'Largest paint', meaning: 'until the main picture or text appears' },
  INP: { name: 'Response to input', meaning: 'from a tap or key press to the next frame' },
  CLS: { name: 'Layout shift', meaning: 'how much the page jumps while it loads; no unit' },
  TTFB: { name: 'First byte', meaning: 'until the store begins to answer' },
}

const seconds = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const shift = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 })

/** `1.8 s`, `120 ms`, `0.05` */
const valueWords = (vital: Vital, value: number) => {
  if (vital === 'CLS') return shift.format(value)
  return value < 1_000 ? `${Math.round(value)} ms` : `${seconds.format(value / 1_000)} s`
}

const verdictOf = (vital: Vital, { p75 }: Measured) => {
  const { good, poor } = VITALS[vital]
  if (p75 <= good) return { tone: 'success', word: 'Good' } as const
  return p75 <= poor
    ? ({ tone: 'warning', word: 'Could be better' } as const)
    : ({ tone: 'destructive', word: 'Slow' } as const)
}

/** How fast the store was for real visitors, and which of its routes are slow. */
export const PerformanceReport = () => {
  const { filters, query } = useReportRange()
  const report = usePerformance(query)
  return (
    <>
      <RangeBar filters={filters} shown={report.data} />
      <ReportState query={report} failure="The measurements could not be loaded.">
        {(data) =>
          data.vitals.every(({ now }) => now === null) ? (
            <Card>
              <EmptyState
                icon={<Gauge />}
                title="Nothing was measured in this period"
                description="Browsers send their measurements when a visitor leaves a page. Choose a longer range, or open the store on your phone."
              />
            </Card>
          ) : (
            <>
              <Vitals report={data} />
              <PageTable report={data} />
            </>
          )
        }
      </ReportState>
      <RouteTimes />
    </>
  )
}

const Vitals = ({ report: { vitals } }: { report: Report }) => (
  <section aria-label="All pages" className="surface rounded-2xl p-4 md:p-5">
    <p className="text-small text-muted">
      Three quarters of all visits were at least this fast. The values are rounded up, by at most 9 %.
    </p>
    <ul className="mt-4 grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-4">
      {vitals.map(({ name, now, before }) => (
        <li key={name} className="min-w-0">
          <p className="text-small text-muted">
            {NAMES[name].name} <span className="text-caption">({name})</span>
          </p>
          {now ? (
            <>
              <p className="mt-0.5 flex flex-wrap items-center gap-2">
                <span className="num text-h3 leading-tight font-semibold">{valueWords(name, now.p75)}</span>
                <Badge tone={verdictOf(name, now).tone}>{verdictOf(name, now).word}</Badge>
              </p>
              <p className="num mt-1 flex flex-wrap gap-x-2 text-caption text-muted">
                {before && <Change now={now.p75} before={before.p75} isLessBetter />}
                <span>
                  {percentWords(now.good)} fast, {percentWords(now.poor)} slow of {plural(now.samples, 'visit')}
                </span>
              </p>
            </>
          ) : (
            <p className="mt-0.5 text-title text-muted">Not measured</p>
          )}
          <p className="mt-1 text-caption text-muted">{NAMES[name].meaning}</p>
        </li>
      ))}
    </ul>
  </section>
)

type PageRow = Report['pages'][number]

const PageTable = ({ report: { pages } }: { report: Report }) => (
  <Card
    title="By page"
    description="The page on which a visit began. Three quarters of those visits were at least this fast."
    isFlush
  >
    <Table caption="Speed by page" columns={COLUMNS} rows={pages} rowKey={({ page }) => page} empty={null} />
  </Card>
)

const measuredOf = ({ vitals }: PageRow, name: Vital) => vitals.find((vital) => vital.name === name)?.now ?? null

const COLUMNS: readonly Column<PageRow>[] = [
  { key: 'page', header: 'Page', cell: ({ page }) => (page === '/mods/:id' ? 'Pages of mods' : page) },
  ...(Object.keys(VITALS) as Vital[]).map(
    (name): Column<PageRow> => ({
      key: name,
      header: NAMES[name].name,
      isNumeric: true,
      card: 'labeled',
      cell: (row) => <Cell name={name} measured={measuredOf(row, name)} />,
    }),
  ),
  {
    key: 'samples',
    header: 'Visits',
    isNumeric: true,
    card: 'labeled',
    cell: ({ vitals }) => countText(Math.max(0, ...vitals.map(({ now }) => now?.samples ?? 0))),
  },
]

const TONES = { success: 'text-success', warning: 'text-warning', destructive: 'text-destructive' } as const

/** The color is not the only cue: screen readers announce the word too. */
const Cell = ({ name, measured }: { name: Vital; measured: Measured | null }) => {
  if (!measured) return <span className="text-muted">–</span>
  const { tone, word } = verdictOf(name, measured)
  return (
    <span className={TONES[tone]} title={word}>
      {valueWords(name, measured.p75)}
      <span className="sr-only">, {word}</span>
    </span>
  )
}
