import type { HealthSnapshot } from '@slipstream/contract/developer'
import { Card } from '#ui/card.tsx'
import { ChartFrame } from '#ui/chart-frame.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LazyBarChart } from '#ui/lazy-chart.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type HealthQuery, type LatencySample, useLatencySamples } from './developer.queries.ts'
import { clockText, countOrDash, msText } from './health-words.ts'
import { QuickActions } from './quick-actions.tsx'
import { SystemHealth } from './system-health.tsx'

const SLOW_MS = 250

export const Overview = ({ health }: { health: HealthQuery }) => (
  <div className="flex flex-col gap-5">
    {health.isError && (
      <Card>
        <ErrorState
          title="Failed to load health."
          error={health.error}
          onRetry={() => void health.refetch()}
          isRetrying={health.isFetching}
        />
      </Card>
    )}
    {health.data && <Figures snapshot={health.data} />}
    {health.isPending && <FiguresSkeleton />}
    <LatencyChart />
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_420px]">
      {health.data ? (
        <SystemHealth snapshot={health.data} />
      ) : (
        health.isPending && <Skeleton className="h-96 rounded-2xl" />
      )}
      <QuickActions health={health} />
    </div>
  </div>
)

const Figures = ({ snapshot: { metrics } }: { snapshot: HealthSnapshot }) => (
  <div className="grid gap-5 sm:grid-cols-3">
    {[
      ['Mods total', countOrDash(metrics.totals.mods)],
      ['Users registered', countOrDash(metrics.totals.users)],
      [
        'Reviews approved/pending',
        `${countOrDash(metrics.reviews.approved)} / ${countOrDash(metrics.reviews.pending)}`,
      ],
    ].map(([name, value]) => (
      <Card key={name}>
        <h2 className="text-small text-muted">{name}</h2>
        <p className="num mt-1 text-[28px] leading-tight font-semibold">{value}</p>
      </Card>
    ))}
  </div>
)

const FiguresSkeleton = () => (
  <div role="status" aria-label="Loading health" className="grid gap-5 sm:grid-cols-3">
    {[1, 2, 3].map((card) => (
      <Skeleton key={card} className="h-24 rounded-2xl" />
    ))}
  </div>
)

const LatencyChart = () => {
  const samples = useLatencySamples()
  const points = samples.map((sample) => ({ ...sample, label: clockText(sample.at), value: sample.ms }))
  const summary = summaryOf(samples)
  return (
    <ChartFrame
      title="DB latency"
      note={`Last 20 samples. ${summary}`}
      data={points}
      pointKey={({ at }) => at}
      columns={[
        { header: 'Time (UTC)', cell: ({ label }) => label },
        { header: 'Result', cell: ({ ok }) => (ok ? 'OK' : 'FAIL') },
        { header: 'Latency', cell: ({ ms }) => msText(ms), isNumeric: true },
      ]}
    >
      {(data) => (
        <LazyBarChart data={data} label={`Database latency: ${summary}`} format={msText} warnAbove={SLOW_MS} />
      )}
    </ChartFrame>
  )
}

const summaryOf = (samples: readonly LatencySample[]) => {
  const last = samples.at(-1)
  if (!last) return 'No samples yet.'
  const sorted = samples.map(({ ms }) => ms).sort((one, other) => one - other)
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  const slow = sorted.filter((ms) => ms > SLOW_MS).length
  return `${msText(last.ms)} now, median ${msText(median)}, ${slow} above ${SLOW_MS} ms.`
}
