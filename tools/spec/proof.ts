import { addressesPromised, type Address } from './addresses.ts'
import type { Row } from './rows.ts'
import { idsInTitles } from './test-titles.ts'

export interface TestFile {
  path: string
  source: string
}

export interface Proof {
  groups: { group: string; proven: number; rows: number }[]
  /** Rows that no test names. */
  unproven: Row[]
  /** Rows that a test names, and that promise an address which is not open yet. They do not count as proven. */
  waiting: { id: string; closed: string[] }[]
  unquoted: { id: string; text: string }[]
  unknown: { id: string; path: string }[]
}

// In a string of the code an apostrophe may be escaped; the text it stands for is the same.
const unescaped = (source: string) => source.replace(/\\(['"`])/g, '$1')

/** Holds the rows of the specification against the tests that name them and the addresses that are open. */
export const proofOf = (
  rows: readonly Row[],
  files: readonly TestFile[],
  addresses: readonly Address[] = [],
): Proof => {
  const tests = files.map(({ path, source }) => ({ path, ids: idsInTitles(path, source), source: unescaped(source) }))
  const filesOf = (id: string) => tests.filter((file) => file.ids.has(id))
  const known = new Set(rows.map((row) => row.id))
  const isNamed = (row: Row) => filesOf(row.id).length > 0
  const isOpen = new Map(addresses.map((each) => [each.address, each.isOpen]))
  // Other groups name addresses as places that a link leads to.
  const closedFor = (row: Row) =>
    row.group === 'ROUTE' ? addressesPromised(row, new Set(isOpen.keys())).filter((each) => !isOpen.get(each)) : []
  const isProven = (row: Row) => isNamed(row) && closedFor(row).length === 0

  const groups = [...Map.groupBy(rows, (row) => row.group)].map(([group, members]) => ({
    group,
    proven: members.filter(isProven).length,
    rows: members.length,
  }))

  return {
    groups,
    unproven: rows.filter((row) => !isNamed(row)),
    waiting: rows
      .filter((row) => isNamed(row) && !isProven(row))
      .map((row) => ({ id: row.id, closed: closedFor(row) })),
    unquoted: rows
      .filter(isNamed)
      .flatMap(({ id, texts }) =>
        texts.filter((text) => !filesOf(id).some((file) => file.source.includes(text))).map((text) => ({ id, text })),
      ),
    unknown: tests.flatMap(({ path, ids }) => [...ids].filter((id) => !known.has(id)).map((id) => ({ id, path }))),
  }
}
