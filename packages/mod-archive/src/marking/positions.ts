import type { SjsonNode } from '../sjson.ts'
import { decimalsOf, LEAST_DECIMALS, MOST_DECIMALS, SHIFT } from './edits.ts'
import { nodeRows, type Row } from './walk-tree.ts'

export type Point = readonly [x: number, y: number, z: number]
export const AXES = [0, 1, 2] as const

/** Left and right are the same place, so that mirrored nodes share their slots and stay mirrored. */
export const placeOf = (row: Row): Point => [Math.abs(row[0].value), row[1].value, row[2].value]

/** A grid of points. Its cells must be larger than any distance that is looked up. */
export const createSpace = <T>(cellMeters: number) => {
  const cells = new Map<string, { point: Point; thing: T }[]>()
  const cellOf = (value: number) => Math.floor(value / cellMeters)
  return {
    add: (point: Point, thing: T) => {
      const key = point.map(cellOf).join(' ')
      const cell = cells.get(key)
      if (cell) cell.push({ point, thing })
      else cells.set(key, [{ point, thing }])
    },
    /** All points within one cell's length, and some farther ones. */
    around: function* ([x, y, z]: Point) {
      for (const dx of [-1, 0, 1])
        for (const dy of [-1, 0, 1])
          for (const dz of [-1, 0, 1]) yield* cells.get(`${cellOf(x) + dx} ${cellOf(y) + dy} ${cellOf(z) + dz}`) ?? []
    },
  }
}

export const distance = (a: Point, b: Point) =>
  Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]))

/** Closer positions could not be told apart after a move. */
const LEAST_DISTANCE = 4 * SHIFT

export interface Position {
  point: Point
  /** Whether the coordinate may move: every node here writes it with enough decimals and it cannot change its sign. */
  mayMove: [boolean, boolean, boolean]
  isNear: boolean
}

/** Collects the distinct positions of all nodes of a mod. */
export const createPositions = () => {
  const positions = new Map<string, Position>()
  return {
    add: (text: string, root: SjsonNode) => {
      for (const row of nodeRows(root)) {
        const point = placeOf(row)
        const key = keyOf(point)
        const known = positions.get(key) ?? { point, mayMove: [true, true, true], isNear: false }
        positions.set(key, known)
        for (const axis of AXES) known.mayMove[axis] &&= mayMove(text.slice(row[axis].start, row[axis].end))
      }
    },
    finish: (): ReadonlyMap<string, Position> => {
      markNear([...positions.values()])
      return positions
    },
  }
}

export const keyOf = (point: Point) => point.join(' ')

const mayMove = (digits: string) => {
  const decimals = decimalsOf(digits)
  return decimals >= LEAST_DECIMALS && decimals <= MOST_DECIMALS && Math.abs(Number(digits)) > 1.5 * SHIFT
}

const markNear = (positions: readonly Position[]) => {
  const space = createSpace<Position>(LEAST_DISTANCE)
  for (const position of positions) space.add(position.point, position)
  for (const position of positions)
    for (const { point, thing } of space.around(position.point))
      if (thing !== position && distance(point, position.point) <= LEAST_DISTANCE) position.isNear = true
}

/** How many coordinates carry no mark, and why. */
export const missedIn = (positions: ReadonlyMap<string, Position>) => {
  const missed = { fewDecimals: 0, near: 0 }
  for (const { point, mayMove, isNear } of positions.values())
    for (const axis of AXES) {
      if (isNear) missed.near++
      else if (!mayMove[axis] && Math.abs(point[axis]) > 1.5 * SHIFT) missed.fewDecimals++
    }
  return missed
}
