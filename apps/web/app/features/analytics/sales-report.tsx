import { Link2 } from 'lucide-react'
import type { SalesReport as Report } from '@slipstream/contract/analytics-sales'
import { countText } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { ChartFrame } from '#ui/chart-frame.tsx'
import { ExportLink } from '#ui/export-link.tsx'
import { LazyStackedBarChart } from '#ui/lazy-chart.tsx'
import { toast } from '#ui/toast-store.ts'
import { ChartKey } from './chart-key.tsx'
import { dayWords, percentWords, refundRate, shortDayWords, usd, usdTick } from './figure-words.ts'
import { RangeBar } from './range-bar.tsx'
import { ReportState } from './report-state.tsx'
import { ReportSum } from './report-sum.tsx'
import { isEmpty, NoSales, unfinishedNote } from './sales-overview.tsx'
import { SalesPartTables } from './sales-part-tables.tsx'
import { useSalesReport } from './sales.queries.ts'
import { useReportRange } from './use-report-range.ts'

/** Sales by day, mod, category, coupon and country. The tables by mod and category add up to the sum above them. */
export const SalesReport = () => {
  const { filters, query } = useReportRange()
  const report = useSalesReport(query)
  return (
    <>
      <RangeBar filters={filters} shown={report.data} />
      <ReportState query={report} failure="The sales could not be loaded.">
        {(data) => (
          <>
            <ReportSum report={data} />
            {isEmpty(data) ? <NoSales /> : <GrossChart report={data} />}
          </>
        )}
      </ReportState>
      <SalesPartTables query={query} />
    </>
  )
}

/** The buttons beside the title of the page. */
export const SalesReportActions = () => {
  const { query } = useReportRange()
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => void copyAddress()}>
        <Link2 aria-hidden="true" />
        Copy link
      </Button>
      <ExportLink to="/api/admin/analytics/sales/export" query={query} />
    </>
  )
}

const copyAddress = async () => {
  try {
    await navigator.clipboard.writeText(location.href)
    toast({ title: 'The link to this report is copied.', tone: 'success' })
  } catch {
    toast({ title: 'The link could not be copied. Copy it from the address bar.', tone: 'destructive' })
  }
}

const PARTS = [
  { name: 'Mods', color: 'var(--chart-2)' },
  { name: 'Premium', color: 'var(--chart-5)' },
] as const

const titleOf = ({ compared }: Report) =>
  compared
    ? `Gross sales by day, against ${shortDayWords(compared.from)} – ${shortDayWords(compared.to)} (dashed)`
    : 'Gross sales by day'

const GrossChart = ({ report }: { report: Report }) => {
  const points = report.days.map(({ day, now, before }) => ({
    day,
    sales: now,
    label: shortDayWords(day),
    title: dayWords(day),
    values: [now.grossCents - now.premiumCents, now.premiumCents],
    ...(before && { previous: before.sales.grossCents }),
  }))
  const { grossCents, premiumCents } = report.now
  return (
    <ChartFrame
      title={titleOf(report)}
      figure={usd(grossCents)}
      note={
        <>
          <ChartKey color={PARTS[0].color}>Mods {usd(grossCents - premiumCents)}</ChartKey>
          <ChartKey color={PARTS[1].color}>Premium {usd(premiumCents)}</ChartKey>
          {unfinishedNote(report, 'bar')}
        </>
      }
      data={points}
      pointKey={({ day }) => day}
      columns={[
        { header: 'Day', cell: ({ day }) => dayWords(day) },
        { header: 'Orders', cell: ({ sales }) => countText(sales.orders), isNumeric: true },
        { header: 'Gross', cell: ({ sales }) => usd(sales.grossCents), isNumeric: true },
        { header: 'Discounts', cell: ({ sales }) => usd(sales.discountCents), isNumeric: true },
        { header: 'Refunds', cell: ({ sales }) => usd(sales.refundCents), isNumeric: true },
        { header: 'Net', cell: ({ sales }) => usd(sales.netCents), isNumeric: true },
        { header: 'Refund rate', cell: ({ sales }) => rateWords(refundRate(sales)), isNumeric: true },
      ]}
    >
      {(data) => (
        <LazyStackedBarChart
          data={data}
          parts={PARTS}
          label={`Gross sales by day: ${usd(grossCents - premiumCents)} of mods and ${usd(premiumCents)} of Premium`}
          format={usd}
          formatTick={usdTick}
          isUnfinished={report.isUnfinished}
        />
      )}
    </ChartFrame>
  )
}

const rateWords = (rate: number | null) => (rate === null ? '–' : percentWords(rate))
