import type { SQL } from 'drizzle-orm'
import { behind, type PageOrder, type Place } from './page-order.ts'

const AT_A_TIME = 500

/** Yields a whole list while reading it page by page, so that a long one fits into memory. */
export async function* readThrough<Row extends { keys: Place }, Read>(
  order: PageOrder,
  read: (place: SQL | undefined, size: number) => PromiseLike<Row[]>,
  map: (row: Row) => Read,
): AsyncGenerator<Read> {
  for (let place: SQL | undefined, full = true; full; ) {
    const rows = await read(place, AT_A_TIME)
    for (const row of rows) yield map(row)
    const last = rows.at(-1)
    full = rows.length === AT_A_TIME && last !== undefined
    if (last) place = behind(order, last.keys)
  }
}
