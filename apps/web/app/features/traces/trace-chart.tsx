import { countText, plural } from '#lib/counts.ts'
import { tenths } from './trace-numbers.ts'

interface TraceChartProps {
  /** The score of the best match. */
  score: number
  threshold: number
  isNamed: boolean
  /** How many purchases were compared. */
  scored: number
}

const [WIDTH, BASE, TOP] = [430, 152, 6]
/** Scores of innocent purchases have mean 0 and standard deviation 1, so this range shows nearly all of them. */
const [LEFT, ZERO, PER_UNIT] = [10, 106, 24]
const LIMIT_AT = 261
const MARK_FAR = 384

const bell = () => {
  const points = Array.from({ length: 33 }, (_, at) => {
    const x = -4 + at / 4
    return `${Math.round(ZERO + x * PER_UNIT)} ${Math.round(BASE - 92 * Math.exp((-x * x) / 2))}`
  })
  return `M${points.join('L')}Z`
}

/** The scores of innocent purchases, the threshold and this score. Beyond the threshold the chart is not to scale. */
export const TraceChart = ({ score, threshold, isNamed, scored }: TraceChartProps) => {
  const below = ZERO + (score / threshold) * (LIMIT_AT - ZERO)
  const x = isNamed ? MARK_FAR : Math.min(LIMIT_AT - 14, Math.max(LEFT, below))
  const tone = isNamed ? 'var(--primary)' : 'var(--warning)'
  const others = Math.max(0, scored - 1)
  const words = `${isNamed ? 'This purchase scores' : 'The closest match scores'} ${tenths.format(score)}; the threshold is ${tenths.format(threshold)}. Compared with ${countText(others)} others.`
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 186`}
      role="img"
      aria-label={words}
      width={WIDTH}
      className="h-auto max-w-full text-caption"
    >
      <rect
        x={LIMIT_AT}
        y={TOP}
        width={WIDTH - LIMIT_AT - 10}
        height={BASE - TOP}
        fill="var(--success)"
        opacity={0.1}
      />
      <path d={bell()} fill="var(--input)" />
      <line x1={LEFT} x2={WIDTH - 10} y1={BASE} y2={BASE} stroke="var(--input)" />
      <line
        x1={LIMIT_AT}
        x2={LIMIT_AT}
        y1={TOP}
        y2={BASE}
        strokeDasharray="4 4"
        strokeWidth={1.5}
        stroke="var(--foreground)"
      />
      <text x={LIMIT_AT + 8} y={TOP + 14} fill="var(--foreground)">
        Threshold {tenths.format(threshold)}
      </text>
      <text x={LIMIT_AT + 8} y={TOP + 30} fill="var(--muted-foreground)">
        wrong once in a million
      </text>
      {isNamed && (
        <path d="M320 157l7 -10M327 157l7 -10" strokeWidth={1.2} stroke="var(--muted-foreground)" aria-hidden="true" />
      )}
      <line x1={x} x2={x} y1={104} y2={BASE} strokeWidth={3} strokeLinecap="round" stroke={tone} />
      <circle cx={x} cy={104} r={5} fill={tone} />
      <text x={x} y={92} textAnchor="middle" fill="var(--foreground)" fontWeight={600}>
        {tenths.format(score)}
      </text>
      <text x={ZERO} y={172} textAnchor="middle" fill="var(--muted-foreground)">
        {plural(others, 'other purchase')}
      </text>
      <text x={x} y={172} textAnchor="middle" fill="var(--muted-foreground)">
        {isNamed ? 'this purchase' : 'best'}
      </text>
    </svg>
  )
}
