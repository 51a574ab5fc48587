import { randomUUID } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import type { VisitRow } from './visit-row.ts'

/** A write that may have to be repeated, under the same key. */
export interface VisitBatch {
  key: string
  rows: readonly VisitRow[]
  dropped: number
}

export const newBatch = (rows: readonly VisitRow[], dropped: number): VisitBatch => ({
  key: randomUUID(),
  rows,
  dropped,
})

/** Without the events about mods that do not exist. */
export const ofKnownMods = async (db: Db, rows: readonly VisitRow[]): Promise<readonly VisitRow[]> => {
  const named = [...new Set(rows.flatMap(({ modId }) => modId ?? []))]
  if (named.length === 0) return rows
  const found = await db.select({ id: mods.id }).from(mods).where(inArray(mods.id, named))
  const known = new Set(found.map(({ id }) => id))
  return rows.filter(({ modId }) => modId === undefined || modId === null || known.has(modId))
}

/**
 * Stores a batch once, however often it is written. Arrays instead of rows: one prepared statement for every size, and a
 * third of the cost of a multi-row insert.
 */
export const writeBatch = (db: Db, { key, rows, dropped }: VisitBatch) =>
  inTransaction(db, async (tx) => {
    const times = rows.map(({ at }) => at.toISOString())
    const [first, last] = [times[0], times.at(-1)]
    const added = await tx.execute<{ id: string }>(sql`
      insert into visit_batches (key, events, dropped, first_at, last_at)
      values (${key}, ${rows.length}, ${dropped}, ${first}, ${last})
      on conflict (key) do nothing returning id`)
    const id = added.rows[0]?.id
    if (id === undefined) return
    const column = (of: (row: VisitRow) => unknown) => sql.param(rows.map((row) => of(row) ?? null))
    await tx.execute(sql`
      insert into visit_events
        (batch, at, visitor, kind, is_bot, device, country, page, mod_id, referrer, term, found, vital, value)
      select ${id}::bigint, * from unnest(${sql.param(times)}::timestamptz[],
        ${column(({ visitor }) => String(visitor))}::bigint[],
        ${column(({ kind }) => kind)}::text[], ${column(({ isBot }) => isBot)}::boolean[],
        ${column(({ device }) => device)}::text[], ${column(({ country }) => country)}::text[],
        ${column(({ page }) => page)}::text[], ${column(({ modId }) => modId)}::int[],
        ${column(({ referrer }) => referrer)}::text[], ${column(({ term }) => term)}::text[],
        ${column(({ found }) => found)}::boolean[], ${column(({ vital }) => vital)}::text[],
        ${column(({ value }) => value)}::real[])`)
  })
