export type Cell = string | number | boolean | null

export interface CsvFile {
  /** With the extension. */
  name: string
  columns: readonly string[]
  rows: AsyncIterable<readonly Cell[]>
}

/** Without this mark, Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'
/** Bytes per chunk, roughly. */
const CHUNK = 16_384

/** The file in chunks large enough to be worth sending. */
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

/** Quoted as in RFC 4180. */
const csvLine = (cells: readonly Cell[]) => `${cells.map(asCell).join(',')}\r\n`

const asCell = (cell: Cell): string => {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = harmless(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets run text that starts like a formula; a leading apostrophe makes them show it instead. */
const harmless = (text: string) => (/^(\s*[=+\-@]|[\t\r\n])/.test(text) ? `'${text}` : text)
