import { Users } from 'lucide-react'
import type { Buyers, UserReport as Report } from '@slipstream/contract/analytics-users'
import { countText } from '#lib/counts.ts'
import { Card } from '#ui/card.tsx'
import { ChartFrame } from '#ui/chart-frame.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LazyStackedBarChart } from '#ui/lazy-chart.tsx'
import { Change } from './change.tsx'
import { ChartKey } from './chart-key.tsx'
import { CohortTable, PremiumMonths } from './cohort-table.tsx'
import type { DefinitionName } from './definitions.tsx'
import { dayWords, shortDayWords } from './figure-words.ts'
import { RangeBar } from './range-bar.tsx'
import { ReportFigure } from './report-figure.tsx'
import { ReportState } from './report-state.tsx'
import { useReportRange } from './use-report-range.ts'
import { useCohorts, useUserReport } from './users.queries.ts'

/** New accounts, new and returning customers, and Premium. */
export const UserReport = () => {
  const { filters, query } = useReportRange()
  const report = useUserReport(query)
  return (
    <>
      <RangeBar filters={filters} shown={report.data} />
      <ReportState query={report} failure="The figures could not be loaded.">
        {(data) => (
          <>
            <Figures report={data} />
            {data.days.every((day) => day.newCustomers + day.returningCustomers === 0) ? (
              <Card>
                <EmptyState
                  icon={<Users />}
                  title="Nobody bought in this period"
                  description="Choose a longer range."
                />
              </Card>
            ) : (
              <BuyersChart report={data} />
            )}
          </>
        )}
      </ReportState>
      <ReportState query={useCohorts()} failure="The last twelve months could not be loaded.">
        {(data) => (
          <>
            <CohortTable cohorts={data.cohorts} />
            <PremiumMonths months={data.premium} />
          </>
        )}
      </ReportState>
    </>
  )
}

const FIGURES: readonly { name: string; definition: DefinitionName; of: (buyers: Buyers) => number }[] = [
  { name: 'New accounts', definition: 'accounts', of: ({ accounts }) => accounts },
  { name: 'New customers', definition: 'new-customers', of: ({ newCustomers }) => newCustomers },
  {
    name: 'Returning customers',
    definition: 'returning-customers',
    of: ({ returningCustomers }) => returningCustomers,
  },
]

const Figures = ({ report: { now, before } }: { report: Report }) => (
  <section aria-label="Totals" className="surface rounded-2xl p-4 md:p-5">
    <ul className="flex flex-wrap gap-x-10 gap-y-4">
      {FIGURES.map(({ name, definition, of }) => (
        <li key={name}>
          <ReportFigure name={name} definition={definition} value={countText(of(now))}>
            {before && (
              <>
                <Change now={of(now)} before={of(before)} />
                <span>was {countText(of(before))}</span>
              </>
            )}
          </ReportFigure>
        </li>
      ))}
    </ul>
  </section>
)

const PARTS = [
  { name: 'New', color: 'var(--chart-2)' },
  { name: 'Returning', color: 'var(--chart-3)' },
] as const

const BuyersChart = ({ report: { days, isUnfinished } }: { report: Report }) => (
  <ChartFrame
    title="Customers by day. A person who buys on two days counts on both."
    note={
      <>
        <ChartKey color={PARTS[0].color}>New</ChartKey>
        <ChartKey color={PARTS[1].color}>Returning</ChartKey>
        {isUnfinished && 'The last bar is today so far.'}
      </>
    }
    data={days.map((day) => ({
      ...day,
      label: shortDayWords(day.day),
      title: dayWords(day.day),
      values: [day.newCustomers, day.returningCustomers],
    }))}
    pointKey={({ day }) => day}
    columns={[
      { header: 'Day', cell: ({ day }) => dayWords(day) },
      { header: 'New accounts', cell: ({ accounts }) => countText(accounts), isNumeric: true },
      { header: 'New customers', cell: ({ newCustomers }) => countText(newCustomers), isNumeric: true },
      { header: 'Returning', cell: ({ returningCustomers }) => countText(returningCustomers), isNumeric: true },
    ]}
  >
    {(data) => (
      <LazyStackedBarChart
        data={data}
        parts={PARTS}
        label="New and returning customers by day"
        format={countText}
        formatTick={countText}
        isUnfinished={isUnfinished}
      />
    )}
  </ChartFrame>
)
