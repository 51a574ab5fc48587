import type { TraceVerdict } from './trace-terms.ts'

/** A copy points to a purchase, never to a person, so no wording here accuses anybody. */
export const VERDICT_WORDS: Record<TraceVerdict, { title: string; label: string }> = {
  match: { title: 'This copy comes from one purchase', label: 'Match' },
  several: { title: 'This copy was mixed from several purchases', label: 'Several matches' },
  none: { title: 'No purchase fits this file', label: 'No mark' },
  'too-little': { title: 'Not enough to name a purchase', label: 'Too little to read' },
}

const SCALES = [
  [3, 'thousand'],
  [6, 'million'],
  [9, 'billion'],
  [12, 'trillion'],
] as const

/** The chance of a coincidence in words, rounded conservatively: a power of -10.4 is "1 in 10 billion". */
export const chanceText = (power: number) => {
  const zeros = Math.floor(-power)
  if (zeros < 3) return `1 in ${Math.max(1, Math.floor(10 ** -power))}`
  if (zeros >= 15) return '1 in a thousand trillion'
  const [least, name] = SCALES.findLast(([scale]) => scale <= zeros) ?? SCALES[0]
  return `1 in ${10 ** (zeros - least)} ${name}`
}

/** Shown with every verdict: a purchase of these releases would not have been found. */
export const uncomparedText = (count: number) => {
  const releases = count === 1 ? '1 release' : `${whole.format(count)} releases`
  return `Copies of ${releases} could not be compared: their key is missing in MARK_KEYS.`
}

const whole = new Intl.NumberFormat('en-US')

export const marksIn = (marks: Readonly<Record<string, number>>) =>
  Object.values(marks).reduce((sum, count) => sum + count, 0)

/** "23,870 of 24,909". */
export const marksText = (read: Readonly<Record<string, number>>, of: Readonly<Record<string, number>>) =>
  `${whole.format(marksIn(read))} of ${whole.format(marksIn(of))}`
