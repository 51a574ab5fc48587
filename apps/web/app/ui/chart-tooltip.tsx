interface ChartTooltipProps {
  /** Set by the chart while a point is active. */
  active?: boolean
  label?: string | number
  payload?: readonly { name?: unknown; value?: unknown; dataKey?: unknown; payload?: { title?: string } }[]
  format: (value: number) => string
}

export const ChartTooltip = ({ active, label, payload, format }: ChartTooltipProps) => {
  if (!active || !payload?.length) return null
  // Where the settled and the unfinished part of a line meet, both name the same value.
  const lines = [...new Map(payload.map((line) => [String(line.name), line])).values()]
  return (
    <div className="rounded-md border bg-popover px-3 py-2 text-small text-foreground shadow-float">
      <p className="text-caption text-muted">{payload[0]?.payload?.title ?? label}</p>
      {lines.map(({ name, value, dataKey }) => (
        <p key={String(dataKey)} className="num mt-0.5 flex justify-between gap-4">
          {lines.length > 1 && <span className="text-muted">{String(name)}</span>}
          <span className="font-medium">{format(Number(value))}</span>
        </p>
      ))}
    </div>
  )
}
