import { ChartNoAxesColumn } from 'lucide-react'
import type { SalesReport } from '@slipstream/contract/analytics-sales'
import { countText } from '#lib/counts.ts'
import { Card } from '#ui/card.tsx'
import { ChartFrame } from '#ui/chart-frame.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LazyAreaChart } from '#ui/lazy-chart.tsx'
import { Definitions } from './definitions.tsx'
import { dayWords, shortDayWords, usd, usdTick } from './figure-words.ts'
import { RangeBar } from './range-bar.tsx'
import { ReportState } from './report-state.tsx'
import { ReportSum } from './report-sum.tsx'
import { useSalesReport } from './sales.queries.ts'
import { VisitOverview } from './visit-overview.tsx'
import { useReportRange } from './use-report-range.ts'

/** Revenue and orders at a glance, and what every figure means. */
export const SalesOverview = () => {
  const { filters, query } = useReportRange()
  const report = useSalesReport(query)
  return (
    <>
      <RangeBar filters={filters} shown={report.data} />
      <ReportState query={report} failure="The figures could not be loaded.">
        {(data) => (
          <>
            <ReportSum report={data} />
            {isEmpty(data) ? <NoSales /> : <Charts report={data} />}
          </>
        )}
      </ReportState>
      <VisitOverview query={query} />
      <Definitions />
    </>
  )
}

export const isEmpty = ({ now, before }: SalesReport) =>
  [now, before].every((sales) => !sales || (sales.orders === 0 && sales.grossCents === 0 && sales.refundCents === 0))

export const NoSales = () => (
  <Card>
    <EmptyState
      icon={<ChartNoAxesColumn />}
      title="No sales in this period"
      description="Choose a longer range, or share a mod: the first sale appears here."
    />
  </Card>
)

export const unfinishedNote = ({ isUnfinished }: SalesReport, mark: 'point' | 'bar' = 'point') =>
  isUnfinished ? `The last ${mark} is today so far.` : undefined

const Charts = ({ report }: { report: SalesReport }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-2">
    <DayChart report={report} name="Net revenue" of={({ netCents }) => netCents} format={usd} formatTick={usdTick} />
    <DayChart report={report} name="Orders" of={({ orders }) => orders} format={countText} formatTick={countText} />
  </div>
)

interface DayChartProps {
  report: SalesReport
  name: string
  of: (sales: SalesReport['now']) => number
  format: (value: number) => string
  formatTick: (value: number) => string
}

const DayChart = ({ report, name, of, format, formatTick }: DayChartProps) => {
  const points = report.days.map(({ day, now, before }) => ({
    day,
    label: shortDayWords(day),
    title: dayWords(day),
    value: of(now),
    ...(before && { previous: of(before.sales) }),
  }))
  const { compared } = report
  return (
    <ChartFrame
      title={
        compared
          ? `${name} by day, against ${shortDayWords(compared.from)} – ${shortDayWords(compared.to)} (dashed)`
          : `${name} by day`
      }
      figure={format(of(report.now))}
      note={unfinishedNote(report)}
      data={points}
      pointKey={({ day }) => day}
      columns={[
        { header: 'Day', cell: ({ day }) => dayWords(day) },
        { header: name, cell: ({ value }) => format(value), isNumeric: true },
        ...(compared
          ? [
              {
                header: 'Before',
                cell: ({ previous }: { previous?: number }) => format(previous ?? 0),
                isNumeric: true,
              },
            ]
          : []),
      ]}
    >
      {(data) => (
        <LazyAreaChart
          data={data}
          label={`${name} by day, ${format(of(report.now))} in all`}
          format={format}
          formatTick={formatTick}
          isUnfinished={report.isUnfinished && data.length > 1}
          names={{ value: name, previous: 'Before' }}
        />
      )}
    </ChartFrame>
  )
}
