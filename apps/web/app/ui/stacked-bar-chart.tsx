import {
  Bar,
  type BarShapeProps,
  CartesianGrid,
  ComposedChart,
  Line,
  Rectangle,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { ChartTooltip } from '#ui/chart-tooltip.tsx'

interface StackedPoint {
  label: string
  /** A longer label for the tooltip. */
  title?: string
  /** In the order of the parts, from the bottom. */
  values: readonly number[]
  /** The same day of the previous period, all parts together. */
  previous?: number
}

export interface StackedBarChartProps {
  data: readonly StackedPoint[]
  /** The name and color of each part, from the bottom. */
  parts: readonly { name: string; color: string }[]
  /** Describes the chart to screen readers. */
  label: string
  format: (value: number) => string
  formatTick: (value: number) => string
  /** The last bar is not final: it is drawn fainter. */
  isUnfinished?: boolean
}

const axis = { tickLine: false, axisLine: false, tick: { fill: 'var(--muted-foreground)', fontSize: 12 } } as const
const [RADIUS, GAP, UNFINISHED] = [4, 1.5, 0.5]

/** Whether this is the topmost visible part of the bar. */
const isTop = (point: StackedPoint | undefined, place: number) =>
  point?.values.slice(place + 1).every((value) => value === 0) ?? true

/** Stacked bars of a few parts, with the previous period as a dashed line. */
export const StackedBarChart = ({
  data,
  parts,
  label,
  format,
  formatTick,
  isUnfinished = false,
}: StackedBarChartProps) => (
  <ResponsiveContainer width="100%" height="100%">
    <ComposedChart
      data={data.map(({ values, ...point }) => ({ ...point, ...values }))}
      margin={{ top: 6, right: 4, bottom: 0, left: 0 }}
      aria-label={label}
    >
      <CartesianGrid vertical={false} stroke="var(--border)" />
      <XAxis dataKey="label" {...axis} tickMargin={10} minTickGap={32} interval="equidistantPreserveStart" />
      <YAxis {...axis} width="auto" tickCount={4} tickFormatter={formatTick} />
      <Tooltip
        isAnimationActive={false}
        cursor={{ fill: 'var(--raised)', opacity: 0.6 }}
        content={<ChartTooltip format={format} />}
      />
      {parts.map(({ name, color }, place) => (
        <Bar
          key={name}
          dataKey={String(place)}
          name={name}
          stackId="all"
          fill={color}
          stroke="var(--card)"
          strokeWidth={place === 0 ? 0 : GAP}
          shape={(bar: BarShapeProps) => (
            <Rectangle
              {...bar}
              radius={isTop(data[bar.index], place) ? [RADIUS, RADIUS, 0, 0] : 0}
              fillOpacity={isUnfinished && bar.index === data.length - 1 ? UNFINISHED : 1}
            />
          )}
          maxBarSize={28}
          isAnimationActive={false}
        />
      ))}
      {data.some((point) => point.previous !== undefined) && (
        <Line
          dataKey="previous"
          name="Before"
          type="monotone"
          stroke="color-mix(in oklab, var(--foreground) 62%, transparent)"
          strokeWidth={1.5}
          strokeDasharray="4 4"
          dot={false}
          isAnimationActive={false}
        />
      )}
    </ComposedChart>
  </ResponsiveContainer>
)
