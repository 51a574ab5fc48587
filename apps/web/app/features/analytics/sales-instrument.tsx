import { Tabs } from 'radix-ui'
import { useState } from 'react'
import type { DashboardDays } from '@slipstream/contract/analytics-terms'
import type { DashboardFigures, Sales, SalesDay } from '@slipstream/contract/analytics'
import { countText } from '#lib/counts.ts'
import { Card } from '#ui/card.tsx'
import { ChartFrame } from '#ui/chart-frame.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LazyAreaChart } from '#ui/lazy-chart.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Change } from './change.tsx'
import { useDashboard } from './dashboard.queries.ts'
import { dayWords, percentWords, refundRate, shortDayWords, usd, usdTick } from './figure-words.ts'
import { Sparkline } from './sparkline.tsx'

interface Metric {
  key: string
  label: string
  /** The value of one day, or of the whole period. */
  ofDay: (sales: Sales) => number
  format: (value: number) => string
  formatTick: (value: number) => string
  isLessBetter?: boolean
}

const METRICS: readonly Metric[] = [
  { key: 'net', label: 'Net revenue', ofDay: ({ netCents }) => netCents, format: usd, formatTick: usdTick },
  { key: 'orders', label: 'Orders', ofDay: ({ orders }) => orders, format: countText, formatTick: countText },
  {
    key: 'customers',
    label: 'New customers',
    ofDay: ({ newCustomers }) => newCustomers,
    format: countText,
    formatTick: countText,
  },
  {
    key: 'refunds',
    label: 'Refunds',
    ofDay: ({ refundCents }) => refundCents,
    format: usd,
    formatTick: usdTick,
    isLessBetter: true,
  },
]

/** One chart whose tabs are the figures of the period. */
export const SalesInstrument = ({ days }: { days: DashboardDays }) => {
  const { data, error, refetch, isFetching } = useDashboard(days)
  if (data) return <Instrument figures={data} />
  if (!error) return <Skeleton className="h-96 rounded-2xl" />
  return (
    <Card>
      <ErrorState
        title="The figures could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    </Card>
  )
}

const Instrument = ({ figures }: { figures: DashboardFigures }) => {
  const [shown, setShown] = useState(METRICS[0]?.key ?? '')
  return (
    <section aria-label="Sales of the period" className="surface min-w-0 overflow-clip rounded-2xl">
      <Tabs.Root value={shown} onValueChange={setShown}>
        <Tabs.List
          aria-label="Figures"
          className="flex overflow-x-auto border-b [scrollbar-width:none] md:grid md:grid-cols-4"
        >
          {METRICS.map((metric) => (
            <Tabs.Trigger
              key={metric.key}
              value={metric.key}
              className="group min-w-40 shrink-0 border-b-2 border-transparent p-4 text-start -outline-offset-2 not-first:border-l hover:bg-raised data-[state=active]:border-b-primary data-[state=active]:bg-raised md:min-w-0"
            >
              <FigureTab metric={metric} figures={figures} />
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {METRICS.map((metric) => (
          <Tabs.Content key={metric.key} value={metric.key} className="-outline-offset-2">
            <MetricChart metric={metric} figures={figures} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </section>
  )
}

interface MetricProps {
  metric: Metric
  figures: DashboardFigures
}

const FigureTab = ({ metric, figures: { period, days } }: MetricProps) => {
  const [now, before] = [metric.ofDay(period.now), metric.ofDay(period.before)]
  return (
    <>
      <span className="block text-small text-muted">{metric.label}</span>
      <span className="num mt-1 block text-title">{metric.format(now)}</span>
      <span className="num mt-1 flex flex-wrap items-center gap-x-2 text-caption text-muted">
        <Change now={now} before={before} isLessBetter={metric.isLessBetter ?? false} />
        <span>was {metric.format(before)}</span>
      </span>
      <span className="block text-muted group-data-[state=active]:text-primary">
        <Sparkline values={days.map((day) => metric.ofDay(day.now))} />
      </span>
    </>
  )
}

const rangeWords = (days: readonly string[]) => {
  const [first, last] = [days[0], days.at(-1)]
  return first && last ? `${shortDayWords(first)} – ${shortDayWords(last)}` : ''
}

const pointsOf = (metric: Metric, days: readonly SalesDay[]) =>
  days.map(({ day, now, before }) => ({
    day,
    label: shortDayWords(day),
    title: dayWords(day),
    value: metric.ofDay(now),
    ...(before && { previous: metric.ofDay(before.sales) }),
    beforeDay: before?.day ?? '',
  }))

const MetricChart = ({ metric, figures: { period, days } }: MetricProps) => {
  const points = pointsOf(metric, days)
  const before = rangeWords(points.map(({ beforeDay }) => beforeDay))
  const [total, totalBefore] = [metric.ofDay(period.now), metric.ofDay(period.before)]
  const rate = refundRate(period.now)
  return (
    <ChartFrame
      isBare
      title={`${metric.label} by day, ${rangeWords(days.map(({ day }) => day))}, against ${before} (dashed)`}
      note={
        metric.key === 'refunds' && rate !== null
          ? `${percentWords(rate)} of orders were refunded. The last point is today so far.`
          : 'The last point is today so far.'
      }
      data={points}
      pointKey={({ day }) => day}
      columns={[
        { header: 'Day', cell: ({ day }) => dayWords(day) },
        { header: metric.label, cell: ({ value }) => metric.format(value), isNumeric: true },
        { header: 'Before', cell: ({ previous }) => metric.format(previous ?? 0), isNumeric: true },
      ]}
    >
      {(data) => (
        <LazyAreaChart
          data={data}
          label={`${metric.label} by day: ${metric.format(total)} in this period, ${metric.format(totalBefore)} in the one before`}
          format={metric.format}
          formatTick={metric.formatTick}
          isUnfinished
          names={{ value: metric.label, previous: 'Before' }}
        />
      )}
    </ChartFrame>
  )
}
