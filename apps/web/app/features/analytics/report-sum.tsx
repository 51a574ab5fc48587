import type { Sales } from '@slipstream/contract/analytics'
import type { SalesReport } from '@slipstream/contract/analytics-sales'
import { countText } from '#lib/counts.ts'
import { Change } from './change.tsx'
import type { DefinitionName } from './definitions.tsx'
import { percentWords, refundRate, usd } from './figure-words.ts'
import { ReportFigure } from './report-figure.tsx'

const averageOf = ({ grossCents, premiumCents, discountCents, orders }: Sales) =>
  orders === 0 ? null : Math.round((grossCents - premiumCents - discountCents) / orders)

interface Figure {
  name: string
  definition: DefinitionName
  of: (sales: Sales) => number | null
  words: (value: number) => string
  isLessBetter?: boolean
  isRate?: boolean
}

const SUM: readonly (Figure & { sign?: string })[] = [
  { name: 'Gross', definition: 'gross', of: ({ grossCents }) => grossCents, words: usd },
  {
    name: 'Discounts',
    definition: 'discounts',
    of: ({ discountCents }) => discountCents,
    words: usd,
    sign: '−',
    isLessBetter: true,
  },
  {
    name: 'Refunds',
    definition: 'refunds',
    of: ({ refundCents }) => refundCents,
    words: usd,
    sign: '−',
    isLessBetter: true,
  },
  { name: 'Net revenue', definition: 'net', of: ({ netCents }) => netCents, words: usd, sign: '=' },
]

const COUNTS: readonly Figure[] = [
  { name: 'Orders', definition: 'orders', of: ({ orders }) => orders, words: countText },
  { name: 'Average order', definition: 'average', of: averageOf, words: usd },
  { name: 'New customers', definition: 'new-customers', of: ({ newCustomers }) => newCustomers, words: countText },
  {
    name: 'Refund rate',
    definition: 'refund-rate',
    of: refundRate,
    words: percentWords,
    isLessBetter: true,
    isRate: true,
  },
]

/** Gross − discounts − refunds = net, and the counts below. */
export const ReportSum = ({ report }: { report: SalesReport }) => (
  <section aria-label="Totals" className="surface divide-y overflow-clip rounded-2xl">
    <ul className="grid grid-cols-2 gap-x-6 gap-y-4 p-4 md:p-5 lg:grid-cols-4">
      {SUM.map(({ sign, ...figure }) => (
        <li key={figure.name} className="flex gap-6">
          {sign && (
            <span className="mt-6 text-title text-muted max-lg:hidden" aria-hidden="true">
              {sign}
            </span>
          )}
          <One figure={figure} report={report} isMain={figure.definition === 'net'} />
        </li>
      ))}
    </ul>
    <ul className="grid grid-cols-2 gap-x-6 gap-y-4 p-4 md:p-5 lg:grid-cols-4">
      {COUNTS.map((figure) => (
        <li key={figure.name}>
          <One figure={figure} report={report} />
        </li>
      ))}
    </ul>
  </section>
)

const One = ({ figure, report, isMain = false }: { figure: Figure; report: SalesReport; isMain?: boolean }) => {
  const { name, definition, of, words, isLessBetter = false, isRate = false } = figure
  const [now, before] = [of(report.now), report.before && of(report.before)]
  return (
    <ReportFigure name={name} definition={definition} value={now === null ? 'None' : words(now)} isMain={isMain}>
      {before !== null && (
        <>
          <Change now={now} before={before} isLessBetter={isLessBetter} isRate={isRate} />
          <span>was {words(before)}</span>
        </>
      )}
    </ReportFigure>
  )
}
