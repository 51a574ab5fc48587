import { addressesPromised } from './addresses.ts'
import type { Row } from './rows.ts'
import { idsInTitles } from './test-titles.ts'

export interface TestFile {
  path: string
  source: string
}

export interface Proof {
  groups: { group: string; proven: number; rows: number }[]
  /** Rows whose id is in no test title. */
  unproven: Row[]
  /** Rows that have a test but promise an address with no page yet. They do not count as proven. */
  waiting: { id: string; missing: string[] }[]
  unquoted: { id: string; text: string }[]
  unknown: { id: string; path: string }[]
}

// In code, the apostrophe of a string may be escaped.
const unescaped = (source: string) => source.replace(/\\(['"`])/g, '$1')

/** Compares the rows of the specification with the test titles and the open addresses. */
export const proofOf = (rows: readonly Row[], files: readonly TestFile[], addresses: readonly string[] = []): Proof => {
  const tests = files.map(({ path, source }) => ({ path, ids: idsInTitles(path, source), source: unescaped(source) }))
  const filesOf = (id: string) => tests.filter((file) => file.ids.has(id))
  const known = new Set(rows.map((row) => row.id))
  const isNamed = (row: Row) => filesOf(row.id).length > 0
  const open = new Set(addresses)
  // In other groups an address is only the target of a link.
  const missingFor = (row: Row) =>
    row.group === 'ROUTE' ? addressesPromised(row, open).filter((address) => !open.has(address)) : []
  const isProven = (row: Row) => isNamed(row) && missingFor(row).length === 0

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
      .map((row) => ({ id: row.id, missing: missingFor(row) })),
    unquoted: rows
      .filter(isNamed)
      .flatMap(({ id, texts }) =>
        texts.filter((text) => !filesOf(id).some((file) => file.source.includes(text))).map((text) => ({ id, text })),
      ),
    unknown: tests.flatMap(({ path, ids }) => [...ids].filter((id) => !known.has(id)).map((id) => ({ id, path }))),
  }
}
