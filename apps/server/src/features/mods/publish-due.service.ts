import { asc, lte, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { publishDueRelease } from '#features/releases/publish-release.service.ts'
import { isHeld } from '#lib/outbox/hold.ts'
import { publishDueMod } from './publish-mod.service.ts'

/**
 * Publishes due releases and mods one by one: a failing one is retried a minute later and does not block the others.
 * Releases go first, so that a mod scheduled for the same minute has one.
 */
export const publishDue = async (db: Db) => {
  if (await isHeld(db, 'publication')) return
  const releases = await db
    .select({ id: modReleases.id })
    .from(modReleases)
    .where(lte(modReleases.publishAt, sql`now()`))
    .orderBy(asc(modReleases.publishAt))
  const planned = await db
    .select({ id: mods.id })
    .from(mods)
    .where(lte(mods.publishAt, sql`now()`))
    .orderBy(asc(mods.publishAt))
  const failures = [...(await doEach(db, releases, publishDueRelease)), ...(await doEach(db, planned, publishDueMod))]
  if (failures.length > 0) throw new AggregateError(failures, 'not everything due could be published')
}

const doEach = async (db: Db, rows: { id: number }[], publish: (tx: Tx, id: number) => Promise<void>) => {
  const failures: unknown[] = []
  for (const { id } of rows) {
    await inTransaction(db, (tx) => publish(tx, id)).catch((error: unknown) => failures.push(error))
  }
  return failures
}
