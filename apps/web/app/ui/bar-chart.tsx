import { Bar, CartesianGrid, Cell, BarChart as RechartsBar, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartTooltip } from '#ui/chart-tooltip.tsx'

export interface BarChartProps {
  data: readonly { label: string; value: number }[]
  /** Describes the chart to screen readers. */
  label: string
  format: (value: number) => string
  /** Bars above it use the warning color. */
  warnAbove?: number
}

const axis = { tickLine: false, axisLine: false, tick: { fill: 'var(--muted-foreground)', fontSize: 12 } } as const

export const BarChart = ({ data, label, format, warnAbove = Number.POSITIVE_INFINITY }: BarChartProps) => {
  const color = (value: number, index: number) => {
    if (value > warnAbove) return 'var(--warning)'
    return index === data.length - 1 ? 'var(--primary)' : 'var(--input)'
  }

  return (
    <ResponsiveContainer width="100%" height="100%">
      <RechartsBar data={[...data]} margin={{ top: 6, right: 4, bottom: 0, left: 0 }} aria-label={label}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis dataKey="label" {...axis} tickMargin={10} minTickGap={24} />
        <YAxis {...axis} width="auto" tickCount={4} tickFormatter={format} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--raised)', opacity: 0.6 }}
          content={<ChartTooltip format={format} />}
        />
        <Bar dataKey="value" name={label} radius={[4, 4, 0, 0]} maxBarSize={28} isAnimationActive={false}>
          {data.map((point, index) => (
            <Cell key={point.label} fill={color(point.value, index)} />
          ))}
        </Bar>
      </RechartsBar>
    </ResponsiveContainer>
  )
}
