import { addressOfLine } from '../marking/carriers.ts'
import { CHANNELS, type Channel, SHIFT } from '../marking/edits.ts'
import type { Plan } from '../marking/plan.ts'
import { AXES, distance, placeOf, type Point } from '../marking/positions.ts'
import { parseText } from '../marking/text.ts'
import { addressOfFile, nodeRows, walkTree } from '../marking/walk-tree.ts'
import { lineEnds, placesOf, type Places, type Spot } from './mark-places.ts'
import type { LeakedText } from './material.ts'

/** In meters: noise of 5 mm on top of a mark, with room for rounding. */
const MOST_MOVED = 0.0065
/** The second nearest position must be this many times as far away. Otherwise it is unclear which node this was. */
const CLEARLY_FARTHER = 2

/** What a leak reveals about the slots of a plan. */
export interface Reading {
  slots: Uint32Array
  channels: Channel[]
  /** One per slot: positive for a one, negative for a zero, about ±1/2 if the leak left the number as it was. */
  values: Float64Array
  nodes: { read: number; recognized: number }
}

/** Collects the readings of a leak's texts, one text at a time. */
export const createReader = (plan: Plan) => {
  const places = placesOf(plan)
  const sums = new Float64Array(plan.slotCount)
  const votes = new Uint32Array(plan.slotCount)
  const channelOf = new Uint8Array(plan.slotCount)
  const nodes = { read: 0, recognized: 0 }
  const vote = (channel: Channel, slot: number, value: number) => {
    sums[slot] = (sums[slot] ?? 0) + value
    votes[slot] = (votes[slot] ?? 0) + 1
    channelOf[slot] = CHANNELS.indexOf(channel)
  }
  return {
    /** Whether the text could be parsed. */
    add: ({ name, text }: LeakedText) => {
      readLines(places, name, text, vote)
      const root = parseText(text)
      if (!root) return false
      for (const row of nodeRows(root)) {
        nodes.read++
        if (readNode(places, placeOf(row), vote)) nodes.recognized++
      }
      for (const visit of walkTree(root, name)) {
        if (visit.kind === 'table') readPairs(places, visit, vote)
        else readZero(places, visit.path, text.slice(visit.node.start, visit.node.end), vote)
      }
      return true
    },
    finish: (): Reading => {
      const slots = Uint32Array.from([...votes.keys()].filter((slot) => votes[slot] !== 0))
      return {
        slots,
        channels: Array.from(slots, (slot) => CHANNELS[channelOf[slot] ?? 0] ?? 'V'),
        values: Float64Array.from(slots, (slot) => (sums[slot] ?? 0) / (votes[slot] ?? 1)),
        nodes,
      }
    },
  }
}

type Vote = (channel: Channel, slot: number, value: number) => void

const hard = (isSet: boolean) => (isSet ? 0.5 : -0.5)

/** The nearest original position, whatever the file, the part or the node is called now. */
const readNode = ({ space }: Places, point: Point, vote: Vote) => {
  let nearest: Spot | null = null
  let least = Infinity
  let second = Infinity
  for (const { point: original, thing } of space.around(point)) {
    const away = distance(original, point)
    if (away < least) {
      second = least
      least = away
      nearest = thing
    } else if (away < second) second = away
  }
  if (!nearest || least > MOST_MOVED || second < CLEARLY_FARTHER * least) return false
  for (const axis of AXES) {
    const slot = nearest.slots[axis]
    if (slot < 0) continue
    const outward = (point[axis] - nearest.point[axis]) * Math.sign(nearest.point[axis])
    vote('V', slot, outward / (nearest.directions[axis] * SHIFT) - 0.5)
  }
  return true
}

const readPairs = ({ pairs }: Places, table: { path: string; members: readonly { key: string }[] }, vote: Vote) => {
  const known = pairs.get(table.path)
  if (!known) return
  const order = new Map(table.members.map(({ key }, at) => [key, at]))
  for (const { first, second, slot } of known) {
    const [a, b] = [order.get(first), order.get(second)]
    if (a !== undefined && b !== undefined) vote('K', slot, hard(a > b))
  }
}

const readZero = ({ zeros }: Places, path: string, digits: string, vote: Vote) => {
  const slot = zeros.get(path)
  if (slot !== undefined && /\.\d+$/.test(digits)) vote('N', slot, hard(digits.endsWith('0')))
}

const readLines = ({ lines }: Places, name: string, text: string, vote: Vote) => {
  const address = addressOfFile(name)
  for (const [line, end] of lineEnds(text)) {
    const slot = lines.get(addressOfLine(address, line))
    if (slot !== undefined) vote('W', slot, hard(/[ \t]/.test(text.charAt(end - 1))))
  }
}
