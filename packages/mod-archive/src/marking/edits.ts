/**
 * V moves a coordinate, K swaps two adjacent members of a table, N appends a zero to a decimal, and W appends a space
 * to a line.
 */
export const CHANNELS = ['V', 'K', 'N', 'W'] as const
export type Channel = (typeof CHANNELS)[number]

/** A place in a text that has two variants. Bit 0 leaves the original. */
export interface Edit {
  slot: number
  channel: Channel
  start: number
  end: number
  /** V: 1 moves away from zero, -1 toward it. K: where the first member ends. */
  first: number
  /** K: where the second member begins. */
  second: number
}

const FIELDS = 6

/** The edits of a file in the order of the text, as plain numbers: there are tens of thousands of them. */
export type EditList = Int32Array

export const editList = (edits: readonly Edit[]): EditList =>
  Int32Array.from(
    edits
      .toSorted((a, b) => a.start - b.start)
      .flatMap(({ slot, channel, start, end, first, second }) => [
        slot,
        CHANNELS.indexOf(channel),
        start,
        end,
        first,
        second,
      ]),
  )

export const editsOf = function* (list: EditList): Generator<Edit> {
  for (let at = 0; at < list.length; at += FIELDS) {
    const [slot = 0, channel = 0, start = 0, end = 0, first = 0, second = 0] = list.subarray(at, at + FIELDS)
    yield { slot, channel: CHANNELS[channel] ?? 'V', start, end, first, second }
  }
}

/** The text with the variant that each slot's bit chooses. */
export const render = (text: string, list: EditList, isSet: (slot: number, channel: Channel) => boolean) => {
  const parts: string[] = []
  let place = 0
  for (const edit of editsOf(list)) {
    if (!isSet(edit.slot, edit.channel)) continue
    parts.push(text.slice(place, edit.start), variantOf(text, edit))
    place = edit.end
  }
  parts.push(text.slice(place))
  return parts.join('')
}

const variantOf = (text: string, { channel, start, end, first, second }: Edit) => {
  if (channel === 'V') return moved(text.slice(start, end), first)
  if (channel === 'K') return text.slice(second, end) + text.slice(first, second) + text.slice(start, first)
  return channel === 'N' ? '0' : ' '
}

/** In meters: too little to see or feel, but enough to be read back through noise. */
export const SHIFT = 0.001
export const LEAST_DECIMALS = 3
/** Above this, the digits of a coordinate are not exact in a double. */
export const MOST_DECIMALS = 9
const WRITTEN = /^([+-]?)(\d+)\.(\d+)$/

/** The number of decimals of a plainly written number, or -1. */
export const decimalsOf = (digits: string) =>
  /^[+-]?\d+$/.test(digits) ? 0 : (WRITTEN.exec(digits)?.[3]?.length ?? -1)

const moved = (digits: string, direction: number) => {
  const [, sign = '', whole = '', decimals = ''] = WRITTEN.exec(digits) ?? []
  const units = Number(whole + decimals) + direction * 10 ** (decimals.length - LEAST_DECIMALS)
  const padded = String(units).padStart(decimals.length + 1, '0')
  return `${sign}${padded.slice(0, -decimals.length)}.${padded.slice(-decimals.length)}`
}
