import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'

const SALT_BYTES = 16

/** The calendar day of this moment in a time zone, as `2026-11-17`. */
export const calendarDayOf = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

/** The salt of a day, the same for all processes: the first one that needs it creates it. */
export const readSalt = (db: Db, day: string): Promise<Buffer> =>
  inTransaction(db, async (tx) => {
    await tx.execute(sql`
      insert into visit_salts (day, salt) values (${day}, ${randomBytes(SALT_BYTES)}) on conflict do nothing`)
    const { rows } = await tx.execute<{ salt: Buffer }>(sql`select salt from visit_salts where day = ${day}`)
    const salt = rows[0]?.salt
    if (!salt) throw new Error(`the salt of ${day} was deleted while it was read`)
    return salt
  })
