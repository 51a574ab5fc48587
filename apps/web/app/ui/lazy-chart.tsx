import { lazy, Suspense } from 'react'
import type { AreaChartProps } from '#ui/area-chart.tsx'
import type { BarChartProps } from '#ui/bar-chart.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const AreaChart = lazy(async () => ({ default: (await import('#ui/area-chart.tsx')).AreaChart }))
const BarChart = lazy(async () => ({ default: (await import('#ui/bar-chart.tsx')).BarChart }))

/** Charts whose code loads only when one is shown. */
export const LazyAreaChart = (props: AreaChartProps) => (
  <Suspense fallback={<Skeleton className="h-full rounded-xl" />}>
    <AreaChart {...props} />
  </Suspense>
)

export const LazyBarChart = (props: BarChartProps) => (
  <Suspense fallback={<Skeleton className="h-full rounded-xl" />}>
    <BarChart {...props} />
  </Suspense>
)
