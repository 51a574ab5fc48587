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

/**
 * Spreadsheets run text that starts like a formula; an apostrophe before it makes them show it instead. Where lists are
 * separated by semicolons, as in most of Europe, Excel splits our lines at semicolons and ignores the quotes, so a cell may
 * start in the middle of a text.
 */
const harmless = (text: string) =>
  (/^[\t\r\n]/.test(text) ? `'${text}` : text).replaceAll(/(^\s*|[;\t\r\n](?:[^\S\t\r\n]|")*)(?=[=+\-@])/g, "$1'")
