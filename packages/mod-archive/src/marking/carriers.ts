import type { SjsonMember, SjsonNode } from '../sjson.ts'
import { decimalsOf, type Edit } from './edits.ts'
import { addressOfFile, addressOfPair, nodeRows, type NumberNode, walkTree } from './walk-tree.ts'

/** A place that can carry a bit, before it has a slot. */
export type Carrier = Omit<Edit, 'slot'> & { address: string }

const MOST_DECIMALS_FOR_ZERO = 4
/** Spaces at every line end would be noticed. */
const LINES_PER_SPACE = 4

/** Everything but coordinates: pairs of members, decimals and line ends. */
export const carriersIn = (text: string, root: SjsonNode, name: string): Carrier[] => {
  const taken = new Set<SjsonNode>([...nodeRows(root)].flat())
  const pairs: Carrier[] = []
  const zeros: Carrier[] = []
  for (const visit of walkTree(root, name)) {
    if (visit.kind === 'number') {
      if (!taken.has(visit.node) && takesZero(text, visit.node)) zeros.push(zeroOf(visit.node, visit.path))
      continue
    }
    for (const [first, second] of swappablePairs(text, visit.members)) {
      pairs.push(swapOf(first, second, visit.path))
      taken.add(first.value).add(second.value)
    }
  }
  const closed = [...pairs, ...stringsOverLines(text, root)].toSorted((a, b) => a.start - b.start)
  return [...pairs, ...zeros, ...spacesIn(text, closed, name)]
}

const takesZero = (text: string, { start, end }: NumberNode) => {
  const digits = text.slice(start, end)
  const decimals = decimalsOf(digits)
  return decimals >= 1 && decimals <= MOST_DECIMALS_FOR_ZERO && !digits.endsWith('0')
}

const zeroOf = ({ end }: NumberNode, path: string): Carrier => ({
  channel: 'N',
  address: `N${path}`,
  start: end,
  end,
  first: 0,
  second: 0,
})

const swapOf = (first: SjsonMember, second: SjsonMember, path: string): Carrier => ({
  channel: 'K',
  address: addressOfPair(path, first.key, second.key),
  start: first.keySpan.start,
  end: second.value.end,
  first: first.value.end,
  second: second.keySpan.start,
})

const isScalar = ({ value }: SjsonMember) => value.kind !== 'list' && value.kind !== 'table'

/** Adjacent members whose order does not matter. It would matter if a name occurred twice. */
const swappablePairs = function* (
  text: string,
  members: readonly SjsonMember[],
): Generator<[SjsonMember, SjsonMember]> {
  if (new Set(members.map(({ key }) => key)).size < members.length) return
  for (let at = 0; at + 1 < members.length; at += 2) {
    const [first, second] = members.slice(at, at + 2)
    if (first && second && isScalar(first) && isScalar(second) && areApart(text, first, second)) yield [first, second]
  }
}

/** Without a separator, a number could merge with the name after it. */
const areApart = (text: string, first: SjsonMember, second: SjsonMember) =>
  /^[\s,]/.test(text.slice(first.value.end, second.keySpan.start)) && /^([\s,}]|$)/.test(text.charAt(second.value.end))

interface Span {
  start: number
  end: number
}

const stringsOverLines = function* (text: string, node: SjsonNode): Generator<Span> {
  if (node.kind === 'list') for (const item of node.items) yield* stringsOverLines(text, item)
  else if (node.kind === 'string' && node.value.includes('\n')) yield node
  else if (node.kind === 'table')
    for (const { key, keySpan, value } of node.members) {
      if (key.includes('\n')) yield keySpan
      yield* stringsOverLines(text, value)
    }
}

/** Line ends outside swapped pairs and strings with line breaks. Their spans (`closed`) must be sorted. */
const spacesIn = function* (text: string, closed: readonly Span[], name: string): Generator<Carrier> {
  const address = addressOfFile(name)
  let span = 0
  for (let end = text.indexOf('\n'), line = 0; end >= 0; end = text.indexOf('\n', end + 1), line++) {
    while ((closed[span]?.end ?? Infinity) <= end) span++
    const start = text[end - 1] === '\r' ? end - 1 : end
    const isOpen = (closed[span]?.start ?? Infinity) >= start
    if (line % LINES_PER_SPACE > 0 || !isOpen || /[ \t]/.test(text.charAt(start - 1))) continue
    yield { channel: 'W', address: addressOfLine(address, line), start, end: start, first: 0, second: 0 }
  }
}

export const addressOfLine = (fileAddress: string, line: number) => `W${fileAddress}#${line}`
