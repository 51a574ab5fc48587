import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'

/** The time of the database's clock, which all processes share. Within a transaction it stands still. */
export const readClock = async (db: Db): Promise<Date> => {
  const [row] = await readRows<{ now: string }>(db, sql`select now()`)
  return new Date(row?.now ?? '')
}
