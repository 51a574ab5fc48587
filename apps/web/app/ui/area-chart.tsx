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
  value: number
  /** The same day of the previous period, drawn as a dashed line. */
  previous?: number
}

export interface AreaChartProps {
  data: readonly AreaPoint[]
  /** Describes the chart to screen readers. */
  label: string
  format: (value: number) => string
}

const axis = { tickLine: false, axisLine: false, tick: { fill: 'var(--muted-foreground)', fontSize: 12 } } as const

export const AreaChart = ({ data, label, format }: AreaChartProps) => (
  <ResponsiveContainer width="100%" height="100%">
    <RechartsArea data={[...data]} margin={{ top: 6, right: 4, bottom: 0, left: 0 }} aria-label={label}>
      <CartesianGrid vertical={false} stroke="var(--border)" />
      <XAxis dataKey="label" {...axis} tickMargin={10} minTickGap={32} interval="equidistantPreserveStart" />
      <YAxis {...axis} width="auto" tickCount={4} tickFormatter={format} />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: 'var(--input)' }}
        content={<ChartTooltip format={format} />}
      />
      {data.some((point) => point.previous !== undefined) && (
        <Line
          dataKey="previous"
          name="Before"
          type="monotone"
          stroke="var(--input)"
          strokeWidth={1.5}
          strokeDasharray="4 4"
          dot={false}
          isAnimationActive={false}
        />
      )}
      <Area
        dataKey="value"
        name="Now"
        type="monotone"
        stroke="var(--primary)"
        strokeWidth={2}
        fill="var(--primary)"
        fillOpacity={0.12}
        activeDot={{ r: 4, stroke: 'var(--card)', strokeWidth: 2 }}
        isAnimationActive={false}
      />
    </RechartsArea>
  </ResponsiveContainer>
)
