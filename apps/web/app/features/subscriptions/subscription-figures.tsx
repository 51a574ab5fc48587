import type { ReactNode } from 'react'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { SubscriptionFigures as Figures } from '@slipstream/contract/subscriptions-admin'
import { dateText } from '#lib/dates.ts'
import { countText } from '#lib/counts.ts'
import type { Guard } from '#lib/guard.ts'
import { Card } from '#ui/card.tsx'
import { ChartFrame } from '#ui/chart-frame.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LazyAreaChart } from '#ui/lazy-chart.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { FailedRefunds } from './failed-refunds.tsx'
import { FailedRenewals } from './failed-renewals.tsx'
import { useSubscriptionFigures } from './recent.queries.ts'

/** How Premium is doing: members, revenue, and the renewals and refunds that are failing right now. */
export const SubscriptionFigures = ({ guard }: { guard: Guard }) => {
  const { data: figures, error, refetch, isFetching } = useSubscriptionFigures()
  if (figures) return <Loaded figures={figures} guard={guard} />
  if (!error) return <FiguresSkeleton />
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

const Loaded = ({ figures, guard }: { figures: Figures; guard: Guard }) => (
  <>
    <dl className="surface grid grid-cols-2 overflow-hidden rounded-2xl lg:grid-cols-4">
      <Figure name="Active members" note="right now">
        {countText(figures.active)}
      </Figure>
      <Figure name="New" note="in the last 30 days">
        {countText(figures.started)}
      </Figure>
      <Figure name="Churned" note="in the last 30 days">
        {countText(figures.churned)}
      </Figure>
      <Figure name="Recurring revenue" note="a month, all intervals converted">
        {formatUsd(figures.monthlyCents)}
      </Figure>
    </dl>
    <FailedRefunds refunds={figures.failedRefunds} guard={guard} />
    <Revenue figures={figures} />
    <FailedRenewals renewals={figures.failedRenewals} />
  </>
)

const Figure = ({ name, note, children }: { name: string; note: string; children: ReactNode }) => (
  <div className="border-border p-4 even:border-l nth-[n+3]:border-t md:p-5 lg:not-first:border-l lg:nth-[n+3]:border-t-0">
    <dt className="text-small text-muted">{name}</dt>
    <dd className="num mt-1 text-h3 leading-tight font-semibold">{children}</dd>
    <dd className="mt-0.5 text-caption text-muted">{note}</dd>
  </div>
)

const dollars = (value: number) => formatUsd(cents(Math.round(value)))

const Revenue = ({ figures: { revenue } }: { figures: Figures }) => {
  const points = revenue.map(({ month, amountCents }) => ({
    label: dateText('month', `${month}-01`, 'UTC'),
    value: amountCents,
  }))
  const [latest, before] = [points.at(-1), points.at(-2)]
  return (
    <ChartFrame
      title="Subscription revenue by month"
      figure={dollars(latest?.value ?? 0)}
      note={before ? `so far this month, after ${dollars(before.value)} in ${before.label}` : 'so far this month'}
      data={points}
      pointKey={({ label }) => label}
      columns={[
        { header: 'Month', cell: ({ label }) => label },
        { header: 'Paid minus refunded', cell: ({ value }) => dollars(value), isNumeric: true },
      ]}
    >
      {(data) => (
        <LazyAreaChart
          data={data}
          label={`Subscription revenue by month, ${dollars(latest?.value ?? 0)} so far this month`}
          format={dollars}
        />
      )}
    </ChartFrame>
  )
}

const FiguresSkeleton = () => (
  <div role="status" aria-label="Loading figures" className="flex flex-col gap-5">
    <Skeleton className="h-28 rounded-2xl" />
    <Skeleton className="h-80 rounded-2xl" />
  </div>
)
