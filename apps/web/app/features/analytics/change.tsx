import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react'
import { cx } from '#ui/cx.ts'
import { percentWords } from './figure-words.ts'

interface ChangeProps {
  now: number | null
  before: number | null
  /** For refunds and the like, where less is good. */
  isLessBetter?: boolean
  /** For a rate, whose change is shown in percentage points. */
  isRate?: boolean
}

/** Changes within three percent, or 0.3 percentage points, are noise. */
const NOISE = 0.03
const NOISE_OF_RATE = 0.003
const points = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })

const changeOf = ({ now, before, isRate }: ChangeProps) => {
  if (now === null || before === null) return null
  if (isRate) return now - before
  return before === 0 ? null : (now - before) / Math.abs(before)
}

/** The exact growth from a near-zero period means nothing, so it is capped. */
const MOST = 9.99

const wordsOf = (change: number, isRate: boolean) => {
  if (!isRate && change > MOST) return `>+${percentWords(MOST)}`
  const size = isRate ? `${points.format(Math.abs(change) * 100)} pt` : percentWords(Math.abs(change))
  return `${change < 0 ? '−' : '+'}${size}`
}

/** How a figure changed, with sign and arrow. Green is good and red is bad, whatever the direction. */
export const Change = (props: ChangeProps) => {
  const { isLessBetter = false, isRate = false } = props
  const change = changeOf(props)
  if (change === null) return null
  const isNoise = Math.abs(change) <= (isRate ? NOISE_OF_RATE : NOISE)
  const Icon = isNoise ? Minus : change > 0 ? ArrowUpRight : ArrowDownRight
  const tone = isNoise ? 'text-muted' : change < 0 === isLessBetter ? 'text-success' : 'text-destructive'
  return (
    <span className={cx('num inline-flex items-center gap-0.5 text-caption font-medium whitespace-nowrap', tone)}>
      <Icon className="size-3.5" aria-hidden="true" />
      {wordsOf(change, isRate)}
    </span>
  )
}
