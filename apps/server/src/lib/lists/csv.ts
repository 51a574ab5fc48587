export type Cell = string | number | boolean | null

/** A sheet that says in its first line what stands in each column. */
export interface CsvFile {
  /** With its ending. */
  name: string
  columns: readonly string[]
  rows: AsyncIterable<readonly Cell[]>
}

/** Sheet programs take the text for Latin letters of one country without it. */
const BYTE_ORDER_MARK = '\uFEFF'
/** So much is written at a time. */
const CHUNK = 16_384

/** The lines of a file, in pieces worth sending. */
export async function* csvChunks({ columns, rows }: CsvFile): AsyncGenerator<string> {
  let chunk = BYTE_ORDER_MARK + csvLine(columns)
  for await (const row of rows) {
    chunk += csvLine(row)
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}

/** As RFC 4180 wants it. */
const csvLine = (cells: readonly Cell[]) => `${cells.map(asCell).join(',')}\r\n`

const asCell = (cell: Cell): string => {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = harmless(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A sheet program would run a text that begins like a formula; behind an apostrophe it shows it. */
const harmless = (text: string) => (/^(\s*[=+\-@]|[\t\r\n])/.test(text) ? `'${text}` : text)
