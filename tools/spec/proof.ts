import type { Row } from './rows.ts'
import { idsInTitles } from './test-titles.ts'

export interface TestFile {
  path: string
  source: string
}

export interface Proof {
  groups: { group: string; proven: number; rows: number }[]
  unproven: Row[]
  unquoted: { id: string; text: string }[]
  unknown: { id: string; path: string }[]
}

// In a string of the code an apostrophe may be escaped; the text it stands for is the same.
const unescaped = (source: string) => source.replace(/\\(['"`])/g, '$1')

/** Holds the rows of the specification against the tests that name them. */
export const proofOf = (rows: readonly Row[], files: readonly TestFile[]): Proof => {
  const tests = files.map(({ path, source }) => ({ path, ids: idsInTitles(path, source), source: unescaped(source) }))
  const filesOf = (id: string) => tests.filter((file) => file.ids.has(id))
  const known = new Set(rows.map((row) => row.id))
  const isProven = (row: Row) => filesOf(row.id).length > 0

  const groups = [...Map.groupBy(rows, (row) => row.group)].map(([group, members]) => ({
    group,
    proven: members.filter(isProven).length,
    rows: members.length,
  }))

  return {
    groups,
    unproven: rows.filter((row) => !isProven(row)),
    unquoted: rows
      .filter(isProven)
      .flatMap(({ id, texts }) =>
        texts.filter((text) => !filesOf(id).some((file) => file.source.includes(text))).map((text) => ({ id, text })),
      ),
    unknown: tests.flatMap(({ path, ids }) => [...ids].filter((id) => !known.has(id)).map((id) => ({ id, path }))),
  }
}
