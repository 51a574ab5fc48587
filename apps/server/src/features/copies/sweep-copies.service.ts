import { inArray, sql } from 'drizzle-orm'
import { type Db, inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { copies, copyMarks } from '@slipstream/db/tables/copies'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { mods } from '@slipstream/db/tables/mods'
import { users } from '@slipstream/db/tables/users'
import { isIncluded } from '#features/premium/included-mods.service.ts'
import { enqueueAll } from '#lib/jobs/jobs.ts'

const UNUSED_DAYS = 7
/** Longer than any link lasts, so that a download that is about to begin still finds its object. */
const REVOKED_HOURS = 1
const MOST_AT_ONCE = 500

/** Removes copies unused for days, and those of people who no longer have the mod. Copies can be made again. */
export const sweepCopies = async (db: Db, signal: AbortSignal) => {
  for (let swept = MOST_AT_ONCE; swept === MOST_AT_ONCE; ) {
    signal.throwIfAborted()
    swept = await inTransaction(db, sweepBatch)
  }
}

const sweepBatch = async (tx: Tx) => {
  const owns = sql`exists (
    select from ${entitlements} e where e.user_id = m.user_id and e.mod_id = m.mod_id and e.revoked_at is null)`
  const isMember = sql`exists (
    select from ${users} u, ${mods} where u.id = m.user_id and u.premium_expires_at > now()
      and ${mods.id} = m.mod_id and ${isIncluded})`
  const due = await readRows<{ id: number }>(
    tx,
    sql`
    select c.id from ${copies} c join ${copyMarks} m on m.id = c.mark_id
    where c.used_at < now() - make_interval(days => ${UNUSED_DAYS})
      or (c.used_at < now() - make_interval(hours => ${REVOKED_HOURS}) and not ${owns} and not ${isMember})
    order by c.used_at, c.id limit ${MOST_AT_ONCE} for update of c skip locked`,
  )
  await removeCopies(
    tx,
    due.map(({ id }) => id),
  )
  return due.length
}

/** Deletes the rows now. Jobs queued in the same transaction delete the objects. */
export const removeCopies = async (tx: Tx, ids: readonly number[]) => {
  if (ids.length === 0) return
  const removed = await tx
    .delete(copies)
    .where(inArray(copies.id, [...ids]))
    .returning({ objectKey: copies.objectKey })
  await enqueueAll(
    tx,
    'copies.discard',
    removed.map(({ objectKey }) => ({ jobKey: `copies.discard:${objectKey}`, payload: { objectKey } })),
  )
}
