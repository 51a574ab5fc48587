import {
  Area,
  CartesianGrid,
  Line,
  AreaChart as RechartsArea,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { ChartTooltip } from '#ui/chart-tooltip.tsx'

interface AreaPoint {
  label: string
  /** A longer label for the tooltip. */
  title?: string
  value: number
  /** The same day of the previous period, drawn as a dashed line. */
  previous?: number
}

export interface AreaChartProps {
  data: readonly AreaPoint[]
  /** Describes the chart to screen readers. */
  label: string
  format: (value: number) => string
  /** A shorter format for the axis. */
  formatTick?: (value: number) => string
  /** The last point is not final: its line is dotted. */
  isUnfinished?: boolean
  /** What the lines are called. */
  names?: { value: string; previous: string }
}

/** Splits the data into the settled points and the segment to the last one, which is drawn as its own line. */
const splitLast = (data: readonly AreaPoint[]) =>
  data.map((point, place) => ({
    ...point,
    settled: place === data.length - 1 ? undefined : point.value,
    open: place >= data.length - 2 ? point.value : undefined,
  }))

const axis = { tickLine: false, axisLine: false, tick: { fill: 'var(--muted-foreground)', fontSize: 12 } } as const

/** Where an unfinished line ends. */
const OpenDot = ({ cx, cy }: { cx: number | undefined; cy: number | undefined }) => (
  <circle cx={cx} cy={cy} r={3.5} fill="var(--card)" stroke="var(--chart-1)" strokeWidth={2} />
)

const NAMES = { value: 'Now', previous: 'Before' }

export const AreaChart = ({
  data,
  label,
  format,
  formatTick = format,
  isUnfinished = false,
  names = NAMES,
}: AreaChartProps) => (
  <ResponsiveContainer width="100%" height="100%">
    <RechartsArea
      data={isUnfinished ? splitLast(data) : [...data]}
      margin={{ top: 6, right: 4, bottom: 0, left: 0 }}
      aria-label={label}
    >
      <CartesianGrid vertical={false} stroke="var(--border)" />
      <XAxis dataKey="label" {...axis} tickMargin={10} minTickGap={32} interval="equidistantPreserveStart" />
      <YAxis {...axis} width="auto" tickCount={4} tickFormatter={formatTick} />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: 'var(--input)' }}
        content={<ChartTooltip format={format} />}
      />
      {data.some((point) => point.previous !== undefined) && (
        <Line
          dataKey="previous"
          name={names.previous}
          type="monotone"
          stroke="var(--input)"
          strokeWidth={1.5}
          strokeDasharray="4 4"
          dot={false}
          isAnimationActive={false}
        />
      )}
      <Area
        dataKey={isUnfinished ? 'settled' : 'value'}
        name={names.value}
        type="monotone"
        stroke="var(--chart-1)"
        strokeWidth={2}
        fill="var(--chart-1)"
        fillOpacity={0.12}
        activeDot={{ r: 4, stroke: 'var(--card)', strokeWidth: 2 }}
        isAnimationActive={false}
      />
      {isUnfinished && (
        <Line
          dataKey="open"
          name={names.value}
          type="monotone"
          stroke="var(--chart-1)"
          strokeWidth={2}
          strokeDasharray="2 4"
          dot={({ cx, cy, index }: { cx?: number; cy?: number; index?: number }) =>
            index === data.length - 1 ? <OpenDot key="last" cx={cx} cy={cy} /> : null
          }
          activeDot={{ r: 4, stroke: 'var(--card)', strokeWidth: 2 }}
          isAnimationActive={false}
        />
      )}
    </RechartsArea>
  </ResponsiveContainer>
)
