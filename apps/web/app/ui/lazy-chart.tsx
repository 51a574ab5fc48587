import { type ComponentType, lazy, Suspense } from 'react'
import type { AreaChartProps } from '#ui/area-chart.tsx'
import type { BarChartProps } from '#ui/bar-chart.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { StackedBarChartProps } from '#ui/stacked-bar-chart.tsx'

const AreaChart = lazy(async () => ({ default: (await import('#ui/area-chart.tsx')).AreaChart }))
const BarChart = lazy(async () => ({ default: (await import('#ui/bar-chart.tsx')).BarChart }))
const StackedBarChart = lazy(async () => ({ default: (await import('#ui/stacked-bar-chart.tsx')).StackedBarChart }))

const suspended =
  <Props extends object>(Chart: ComponentType<Props>) =>
  (props: Props) => (
    <Suspense fallback={<Skeleton className="h-full rounded-xl" />}>
      <Chart {...props} />
    </Suspense>
  )

/** Charts whose code loads only when one is shown. */
export const LazyAreaChart = suspended<AreaChartProps>(AreaChart)
export const LazyBarChart = suspended<BarChartProps>(BarChart)
export const LazyStackedBarChart = suspended<StackedBarChartProps>(StackedBarChart)
