import { isDeepStrictEqual } from 'node:util'
import { type SjsonNode, valueOf } from '../sjson.ts'
import { type Carrier, carriersIn } from './carriers.ts'
import { directionBits } from './code.ts'
import { type Edit, type EditList, editList, render } from './edits.ts'
import type { PlanKeys } from './keys.ts'
import { AXES, createPositions, keyOf, missedIn, placeOf, type Position } from './positions.ts'
import { isPhysics, parseText } from './text.ts'
import { nodeRows } from './walk-tree.ts'

interface TextFile {
  name: string
  text: string
}

/** Chooses the places in the texts that carry bits. Files are parsed one at a time, so only one tree is in memory. */
export const chooseSlots = (files: readonly TextFile[], keys: PlanKeys) => {
  const { positions, addresses, unreadable } = survey(files)
  const slots = numberCoordinates(positions)
  const directions = directionBits(keys, slots.count)
  let slotCount = slots.count
  const edits = files.map(({ name, text }): EditList => {
    const root = parseText(text)
    if (!root) return editList([])
    const carriers = carriersIn(text, root, name).filter(({ address }) => addresses.get(address) === 1)
    const quiet = keepIfHarmless(text, root, carriers)
    const own = quiet.map((carrier): Edit => ({ slot: slotCount++, ...carrier }))
    return editList([...own, ...(isPhysics(name) ? moves(root, slots.byPosition, directions) : [])])
  })
  return { edits, slotCount, missed: missedIn(positions), unreadable }
}

const survey = (files: readonly TextFile[]) => {
  const found = createPositions()
  const addresses = new Map<string, number>()
  const unreadable: string[] = []
  for (const { name, text } of files) {
    const root = parseText(text)
    if (!root) {
      unreadable.push(name)
      continue
    }
    if (isPhysics(name)) found.add(text, root)
    // An address that occurs in two files is ambiguous when marks are read back.
    for (const { address } of carriersIn(text, root, name)) addresses.set(address, (addresses.get(address) ?? 0) + 1)
  }
  return { positions: found.finish(), addresses, unreadable }
}

const numberCoordinates = (positions: ReadonlyMap<string, Position>) => {
  const byPosition = new Map<string, number[]>()
  let count = 0
  for (const [key, { mayMove, isNear }] of positions)
    byPosition.set(
      key,
      AXES.map((axis) => (mayMove[axis] && !isNear ? count++ : -1)),
    )
  return { byPosition, count }
}

const moves = (root: SjsonNode, slots: ReadonlyMap<string, number[]>, directions: Uint8Array) => {
  const edits: Edit[] = []
  for (const row of nodeRows(root)) {
    const own = slots.get(keyOf(placeOf(row)))
    for (const axis of AXES) {
      const slot = own?.[axis] ?? -1
      const { start, end } = row[axis]
      if (slot >= 0) edits.push({ slot, channel: 'V', start, end, first: directions[slot] === 1 ? 1 : -1, second: 0 })
    }
  }
  return edits
}

/** The game must read the same values. If the edits would break a file written in an unforeseen way, it gets none. */
const keepIfHarmless = (text: string, root: SjsonNode, carriers: Carrier[]) => {
  const edits = editList(carriers.map((carrier) => ({ slot: 0, ...carrier })))
  const changed = parseText(render(text, edits, () => true))
  return changed && isDeepStrictEqual(valueOf(changed), valueOf(root)) ? carriers : []
}
