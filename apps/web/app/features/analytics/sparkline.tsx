const [WIDTH, HEIGHT, EDGE] = [96, 22, 2]

/** The trend of a figure. The number is beside it, so it has no axis and screen readers skip it. */
export const Sparkline = ({ values }: { values: readonly number[] }) => {
  const [least, most] = [Math.min(0, ...values), Math.max(1, ...values)]
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1)
  const height = (value: number) => HEIGHT - EDGE - ((value - least) / (most - least)) * (HEIGHT - 2 * EDGE)
  const line = values.map((value, place) => `${EDGE + place * step},${height(value)}`).join(' ')
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-2 w-full"
      style={{ height: HEIGHT, maxWidth: 112 }}
      aria-hidden="true"
    >
      <polyline
        points={line}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
