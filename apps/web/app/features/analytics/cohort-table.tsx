import { Gem, Repeat } from 'lucide-react'
import type { CohortReport } from '@slipstream/contract/analytics-users'
import { dateText } from '#lib/dates.ts'
import { countText } from '#lib/counts.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { type Column, Table } from '#ui/table.tsx'
import { percentWords } from './figure-words.ts'

type Cohort = CohortReport['cohorts'][number]
type Month = CohortReport['premium'][number]

const monthWords = (month: string) => dateText('month', `${month}-01`, 'UTC')

/** Cells get darker up to this share. */
const MOST_SHADE = 0.5

/** The share of customers that bought again. A table with shaded cells, so that it can be read without colors. */
export const CohortTable = ({ cohorts }: { cohorts: readonly Cohort[] }) => {
  const most = Math.max(0, ...cohorts.map(({ returned }) => returned.length))
  return (
    <Card
      title="Customers by month of their first order"
      description="Of the people who first bought in a month, the share that bought again so many months later."
    >
      {cohorts.length === 0 ? (
        <EmptyState icon={<Repeat />} title="No first orders in the last twelve months" />
      ) : (
        <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label="Customers who bought again">
          <table className="num w-full min-w-xl border-separate border-spacing-0.5 text-caption">
            <thead>
              <tr className="text-muted">
                <th scope="col" className="h-8 text-start font-medium">
                  First bought
                </th>
                <th scope="col" className="pe-3 text-end font-medium">
                  People
                </th>
                {Array.from({ length: most }, (_, place) => (
                  <th key={place} scope="col" className="text-center font-medium">
                    <span aria-hidden="true">+{place + 1}</span>
                    <span className="sr-only">{place + 1} months later</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.map((cohort) => (
                <CohortRow key={cohort.month} cohort={cohort} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

const CohortRow = ({ cohort: { month, people, returned } }: { cohort: Cohort }) => (
  <tr>
    <th scope="row" className="h-8 text-start font-normal whitespace-nowrap">
      {monthWords(month)}
    </th>
    <td className="pe-3 text-end text-muted">{countText(people)}</td>
    {returned.map((count, place) => {
      const share = count / people
      const shade = Math.min(1, share / MOST_SHADE) * 45
      return (
        <td
          key={place}
          className="rounded-sm text-center"
          style={{ background: `color-mix(in oklab, var(--chart-2) ${shade}%, var(--raised))` }}
          title={`${countText(count)} of ${countText(people)}`}
        >
          {percentWords(share)}
        </td>
      )
    })}
  </tr>
)

const COLUMNS: readonly Column<Month>[] = [
  { key: 'month', header: 'Month', cell: ({ month }) => monthWords(month) },
  {
    key: 'members',
    header: 'Members at the start',
    isNumeric: true,
    card: 'labeled',
    cell: ({ members }) => countText(members),
  },
  { key: 'started', header: 'New', isNumeric: true, card: 'labeled', cell: ({ started }) => countText(started) },
  { key: 'ended', header: 'Ended', isNumeric: true, card: 'labeled', cell: ({ ended }) => countText(ended) },
  {
    key: 'churn',
    header: 'Churn',
    isNumeric: true,
    card: 'status',
    cell: ({ members, ended }) => (members === 0 ? '–' : percentWords(ended / members)),
  },
]

export const PremiumMonths = ({ months }: { months: readonly Month[] }) => {
  const isUsed = months.some(({ members, started }) => members + started > 0)
  return (
    <Card
      title="Premium by month"
      description="Churn is the subscriptions that ended in a month, divided by the members at its start."
      isFlush
    >
      {isUsed ? (
        <Table caption="Premium by month" columns={COLUMNS} rows={months.toReversed()} rowKey={({ month }) => month} />
      ) : (
        <EmptyState icon={<Gem />} title="No Premium members in the last twelve months" />
      )}
    </Card>
  )
}
