import type { SjsonMember, SjsonNode } from '../sjson.ts'
import { isPhysics } from './text.ts'

export type NumberNode = SjsonNode & { kind: 'number' }

type Visit =
  | { kind: 'table'; path: string; members: readonly SjsonMember[] }
  | { kind: 'number'; path: string; node: NumberNode }

/**
 * All tables and numbers with their address. Physics files are addressed by the names of their parts, which the game
 * needs; other files by their own name.
 */
export const walkTree = function* (root: SjsonNode, fileName: string): Generator<Visit> {
  yield* walk(root, isPhysics(fileName) ? '' : addressOfFile(fileName))
}

const walk = function* (node: SjsonNode, path: string): Generator<Visit> {
  if (node.kind === 'number') yield { kind: 'number', path, node }
  else if (node.kind === 'list') for (const [at, item] of node.items.entries()) yield* walk(item, `${path}/${at}`)
  else if (node.kind === 'table') {
    yield { kind: 'table', path, members: node.members }
    for (const { key, value } of node.members) yield* walk(value, `${path}/${key}`)
  }
}

/** Drops leading folders, because a leak may be packed inside its own folder. */
export const addressOfFile = (name: string) => name.toLowerCase().replace(/^.*(?=vehicles\/)/, '')

/** The same address for both orders of the two keys. */
export const addressOfPair = (path: string, first: string, second: string) =>
  `${path}{${first < second ? `${first}\n${second}` : `${second}\n${first}`}`

export type Row = readonly [x: NumberNode, y: NumberNode, z: NumberNode]

/** The coordinates of all nodes: rows of the `nodes` list of each part, in the columns that its first row names. */
export const nodeRows = function* (root: SjsonNode): Generator<Row> {
  for (const part of membersOf(root))
    for (const { key, value } of membersOf(part.value))
      if (key === 'nodes' && value.kind === 'list') yield* rowsOf(value.items)
}

const membersOf = (node: SjsonNode) => (node.kind === 'table' ? node.members : [])

const rowsOf = function* (items: readonly SjsonNode[]): Generator<Row> {
  let columns = [1, 2, 3]
  for (const item of items) {
    if (item.kind !== 'list') continue
    const names = item.items.map((cell) => (cell.kind === 'string' ? cell.value : null))
    if (names.includes('posX')) columns = ['posX', 'posY', 'posZ'].map((name) => names.indexOf(name))
    const [x, y, z] = columns.map((column) => item.items[column])
    if (x?.kind === 'number' && y?.kind === 'number' && z?.kind === 'number') yield [x, y, z]
  }
}
