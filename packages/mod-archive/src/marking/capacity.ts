import { CHANNELS, type Channel, type EditList, editsOf } from './edits.ts'

/** With fewer marks, not even an untouched copy identifies one purchase among 10,000. */
const NEEDED_FOR_ONE = 60
/** The coordinates needed to trace each of 1, 2, 3 or 4 people who mix their copies. */
const NEEDED_TOGETHER = [100, 600, 1_300, 2_400]

type Level = 'strong' | 'weak' | 'none'

const LEVELS: Record<Level, string> = {
  strong: 'Strong: a single part is enough.',
  weak: 'Weak: only whole archives can be traced.',
  none: 'None: there is too little text to mark.',
}

export interface Capacity {
  level: Level
  sentence: string
  slots: Record<Channel, number>
  /** How many people can mix their copies and still be traced; 0 if coordinates alone cannot trace anybody. */
  colluders: number
  raises: Advice[]
}

const ADVICE = {
  'no-physics': () =>
    'The mod has no physics files (.jbeam) below “vehicles”. Only they can carry a mark that survives.',
  'few-decimals': (count: string) =>
    `${count} node coordinates have fewer than 3 decimals. With 3 decimals, each of them carries a mark.`,
  'near-nodes': (count: string) =>
    `${count} node coordinates are within 4 mm of another node’s and carry no mark. Nodes at exactly the same place can share one.`,
  'unreadable-text': (count: string) => `${count} files cannot be read. Fix them, and they can carry marks.`,
  'large-text': (count: string) => `${count} files are too large to be marked. Split them into smaller ones.`,
  'hash-list': () =>
    'mod_info lists checksums of files. Marked files differ from them, so the game may report them as changed. Remove the list.',
}

interface Advice {
  code: keyof typeof ADVICE
  count: number
  sentence: string
}

interface Facts {
  physicsFiles: number
  fewDecimals: number
  near: number
  unreadable: number
  tooLarge: number
  hashLists: number
}

export const capacityOf = (edits: readonly EditList[], facts: Facts): Capacity => {
  const slots = countSlots(edits)
  const level = levelOf(edits, slots)
  return {
    level,
    sentence: LEVELS[level],
    slots,
    colluders: NEEDED_TOGETHER.filter((needed) => slots.V >= needed).length,
    raises: [
      ...advice('no-physics', facts.physicsFiles === 0 ? 1 : 0),
      ...advice('few-decimals', facts.fewDecimals),
      ...advice('near-nodes', facts.near),
      ...advice('unreadable-text', facts.unreadable),
      ...advice('large-text', facts.tooLarge),
      ...advice('hash-list', facts.hashLists),
    ],
  }
}

const advice = (code: Advice['code'], count: number): Advice[] =>
  count > 0 ? [{ code, count, sentence: ADVICE[code](count.toLocaleString('en-US')) }] : []

const countSlots = (edits: readonly EditList[]) => {
  const seen = new Set<number>()
  const slots: Record<Channel, number> = { V: 0, K: 0, N: 0, W: 0 }
  for (const list of edits)
    for (const { slot, channel } of editsOf(list)) {
      if (seen.has(slot)) continue
      seen.add(slot)
      slots[channel]++
    }
  return slots
}

/** Spaces at line ends do not count: any editor removes them. */
const levelOf = (edits: readonly EditList[], slots: Record<Channel, number>): Level => {
  const lasting = CHANNELS.filter((channel) => channel !== 'W').reduce((sum, channel) => sum + slots[channel], 0)
  if (lasting < NEEDED_FOR_ONE) return 'none'
  const perPart = edits.flatMap((list) => {
    const own = countSlots([list])
    return own.V > 0 ? [own.V + own.K + own.N] : []
  })
  const enough = perPart.filter((count) => count >= NEEDED_FOR_ONE).length
  const isStrong = slots.V >= (NEEDED_TOGETHER[1] ?? 0) && enough >= perPart.length / 2
  return isStrong ? 'strong' : 'weak'
}
