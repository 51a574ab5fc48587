import type { SjsonNode } from '../sjson.ts'
import { addressOfLine } from '../marking/carriers.ts'
import { type Edit, editsOf } from '../marking/edits.ts'
import type { Plan, PlanFile } from '../marking/plan.ts'
import { AXES, createSpace, keyOf, placeOf, type Point } from '../marking/positions.ts'
import { isPhysics, parseText } from '../marking/text.ts'
import { addressOfFile, nodeRows, walkTree } from '../marking/walk-tree.ts'

/** Larger than twice the distance at which a node is still recognized. */
const CELL_METERS = 0.02

/** The original position of a node. Its slots are -1 where the coordinate never moves. */
export interface Spot {
  point: Point
  slots: [number, number, number]
  /** 1 away from zero, -1 toward it. */
  directions: [number, number, number]
}

interface Pair {
  first: string
  second: string
  slot: number
}

/** Where the marks of a plan can be found again: coordinates by geometry, the rest by address. */
export const placesOf = (plan: Plan) => {
  const spots = new Map<string, Spot>()
  const pairs = new Map<string, Pair[]>()
  const zeros = new Map<string, number>()
  const lines = new Map<string, number>()
  for (const file of plan.files) {
    const root = parseText(file.text)
    if (!root) continue
    const edits = editsByPlace(file)
    if (isPhysics(file.name)) addSpots(spots, root, edits.V)
    for (const visit of walkTree(root, file.name)) {
      if (visit.kind === 'number') {
        const edit = edits.N.get(visit.node.end)
        if (edit) zeros.set(visit.path, edit.slot)
      } else addPairs(pairs, visit, edits.K)
    }
    addLines(lines, file, edits.W)
  }
  const space = createSpace<Spot>(CELL_METERS)
  for (const spot of spots.values()) space.add(spot.point, spot)
  return { space, pairs, zeros, lines }
}
export type Places = ReturnType<typeof placesOf>

const editsByPlace = (file: PlanFile) => {
  const byPlace = { V: new Map<number, Edit>(), K: new Map(), N: new Map(), W: new Map() } as Record<
    Edit['channel'],
    Map<number, Edit>
  >
  for (const edit of editsOf(file.edits)) byPlace[edit.channel].set(edit.start, edit)
  return byPlace
}

/** Positions without a slot are kept too, so that their nodes are not mistaken for a neighbor's. */
const addSpots = (spots: Map<string, Spot>, root: SjsonNode, edits: ReadonlyMap<number, Edit>) => {
  for (const row of nodeRows(root)) {
    const point = placeOf(row)
    const key = keyOf(point)
    const spot = spots.get(key) ?? { point, slots: [-1, -1, -1], directions: [1, 1, 1] }
    spots.set(key, spot)
    for (const axis of AXES) {
      const edit = edits.get(row[axis].start)
      if (!edit) continue
      spot.slots[axis] = edit.slot
      spot.directions[axis] = edit.first
    }
  }
}

const addPairs = (
  pairs: Map<string, Pair[]>,
  { path, members }: { path: string; members: readonly { key: string; keySpan: { start: number } }[] },
  edits: ReadonlyMap<number, Edit>,
) => {
  for (const [at, { key, keySpan }] of members.entries()) {
    const edit = edits.get(keySpan.start)
    const next = members[at + 1]
    if (!edit || !next) continue
    const known = pairs.get(path) ?? []
    pairs.set(path, known)
    known.push({ first: key, second: next.key, slot: edit.slot })
  }
}

const addLines = (lines: Map<string, number>, { name, text }: PlanFile, edits: ReadonlyMap<number, Edit>) => {
  const address = addressOfFile(name)
  for (const [line, end] of lineEnds(text)) {
    const edit = edits.get(end)
    if (edit) lines.set(addressOfLine(address, line), edit.slot)
  }
}

/** The number of each line and where it ends, before its line break. */
export const lineEnds = function* (text: string): Generator<[line: number, end: number]> {
  for (let end = text.indexOf('\n'), line = 0; end >= 0; end = text.indexOf('\n', end + 1), line++)
    yield [line, text[end - 1] === '\r' ? end - 1 : end]
}
