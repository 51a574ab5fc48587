import { expect, test } from 'vitest'
import { type Cell, csvChunks } from './csv.ts'

async function* each<T>(items: readonly T[]) {
  yield* items
}

const piecesOf = async (columns: readonly string[], rows: readonly Cell[][]) => {
  const pieces: string[] = []
  for await (const piece of csvChunks({ name: 'test.csv', columns, rows: each(rows) })) pieces.push(piece)
  return pieces
}
const written = async (columns: readonly string[], rows: readonly Cell[][]) => (await piecesOf(columns, rows)).join('')

test('a CSV file starts with its columns and ends lines with CRLF', async () => {
  const rows = [
    ['Aurelion', 12.5, true, null],
    ['Senko', -3, false, ''],
  ]
  expect(await written(['Title', 'Price', 'Sale', 'Note'], rows)).toBe(
    '\uFEFFTitle,Price,Sale,Note\r\nAurelion,12.5,true,\r\nSenko,-3,false,\r\n',
  )
})

test.each([
  ['a comma, inside', '"a comma, inside"'],
  ['a "quoted" word', '"a ""quoted"" word"'],
  ['two\nlines', '"two\nlines"'],
  ['a semicolon; inside', 'a semicolon; inside'],
  ['Überholmanöver', 'Überholmanöver'],
])('%j stays one cell', async (text, cell) => {
  expect(await written(['Text'], [[text]])).toBe(`\uFEFFText\r\n${cell}\r\n`)
})

test.each([
  ["=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"],
  ['+1+1', "'+1+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1+1', "  '=1+1"],
  ['\t=1+1', "'\t'=1+1"],
  ['Great mod;=1+1', "Great mod;'=1+1"],
  ['Great mod\t@SUM(A1)', "Great mod\t'@SUM(A1)"],
  ['two\n=1+1', `"two\n'=1+1"`],
  ['one;"=1+1', `"one;""'=1+1"`],
  ['=HYPERLINK("https://bad.example","x")', `"'=HYPERLINK(""https://bad.example"",""x"")"`],
])('%j is shown as text by a spreadsheet, not run as a formula', async (text, cell) => {
  expect(await written(['Text'], [[text]])).toBe(`\uFEFFText\r\n${cell}\r\n`)
})

test('a long CSV file is sent in chunks', async () => {
  const rows = Array.from({ length: 1_000 }, (_, number) => [number, 'x'.repeat(100)])
  const pieces = await piecesOf(['Number', 'Text'], rows)
  expect(pieces.length).toBeGreaterThan(3)
  expect(pieces.join('').split('\r\n')).toHaveLength(1_002)
})
