import { and, asc, desc, eq, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { releaseSplits } from '@slipstream/db/tables/copies'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { EntryError } from '@slipstream/mod-archive/findings'
import { listArchive } from '@slipstream/mod-archive/listing'
import { encodePlan } from '@slipstream/mod-archive/marking/plan-bytes'
import { splitMaster } from '@slipstream/mod-archive/marking/split'
import { isOffered } from '#features/catalogue/offered-releases.ts'
import { archiveSource } from '#features/uploads/archive-source.ts'
import type { Storage } from '#gateways/storage.ts'
import { ensureJob } from '#lib/jobs/ensure-job.ts'
import { enqueueAll } from '#lib/jobs/jobs.ts'
import { openBodyWriter } from './body-writer.ts'
import { bodyKeyOf, planKeyOf } from './copy-objects.ts'
import { markKeyOf, type MarkKeys } from './mark-keys.ts'

/** How many releases without a split one run of the cron job queues. */
const MOST_MISSING = 10

/** Why the archive of a release cannot be split; shown to the creator. */
class NotSplittable extends Error {}

interface Parts {
  db: Db
  storage: Storage
  markKeys: MarkKeys
}

/** Identifies the job, so that a release is split by one worker at a time. */
export const splitJobKey = (releaseId: number) => `copies.split:${releaseId}`

/** Call in the transaction that publishes a release. */
export const queueSplit = (tx: Tx, releaseId: number) =>
  ensureJob(tx, 'copies.split', { releaseId }, { jobKey: splitJobKey(releaseId) })

/** Of several splits, the one that was finished or chosen last. */
export const chosenFirst = sql`ready_at desc nulls last, id desc`

/** The split that a release's copies are made from. */
export const findSplit = async (db: Db, releaseId: number) => {
  const [split] = await db
    .select()
    .from(releaseSplits)
    .where(eq(releaseSplits.releaseId, releaseId))
    .orderBy(chosenFirst)
    .limit(1)
  return split
}

/** Queues releases that have no split: an older version of the store published them, or their job was lost early. */
export const queueMissingSplits = (db: Db) =>
  inTransaction(db, async (tx) => {
    const split = tx
      .select({ id: releaseSplits.id })
      .from(releaseSplits)
      .where(eq(releaseSplits.releaseId, modReleases.id))
    const missing = await tx
      .select({ id: modReleases.id })
      .from(modReleases)
      .where(and(isOffered, isNotNull(modReleases.objectKey), notExists(split)))
      .orderBy(desc(modReleases.id))
      .limit(MOST_MISSING)
    for (const { id } of missing) {
      await ensureJob(tx, 'copies.split', { releaseId: id }, { jobKey: splitJobKey(id), priority: 20 })
    }
  })

/** Splits every published release again with the current key, after a key was lost or leaked. */
export const splitAgain = async (tx: Tx) => {
  const releases = await tx
    .select({ id: modReleases.id })
    .from(modReleases)
    .where(isOffered)
    .orderBy(asc(modReleases.id))
  const jobs = releases.map(({ id }) => ({
    jobKey: `${splitJobKey(id)}:again`,
    payload: { releaseId: id, isAgain: true },
  }))
  await enqueueAll(tx, 'copies.split', jobs)
  return releases.length
}

/**
 * Splits the archive of a release into the body that all copies share and a plan of what differs. Reads the archive
 * once, with bounded memory. A repeated run writes the same bytes under the same names.
 */
export const splitRelease = async (
  parts: Parts,
  { releaseId, isAgain = false }: { releaseId: number; isAgain?: boolean | undefined },
  signal: AbortSignal,
) => {
  const { db, storage, markKeys } = parts
  const [release] = await db.select().from(modReleases).where(eq(modReleases.id, releaseId))
  if (!release?.objectKey) return
  const existing = await findSplit(db, releaseId)
  if (existing?.readyAt && !isAgain) return
  const split = await inTransaction(db, (tx) => beginSplit(tx, releaseId, markKeys[0].id))
  if (split.readyAt) {
    // The release was split with this key before: back to that split, whose bytes would be the same.
    if (existing?.id !== split.id) await choose(db, split.id)
    return
  }
  try {
    const done = await storeSplit(storage, release.objectKey, { split, key: markKeyOf(markKeys, split.keyId), signal })
    await inTransaction(db, (tx) =>
      tx
        .update(releaseSplits)
        .set({ ...done, readyAt: sql`now()`, failure: null })
        .where(and(eq(releaseSplits.id, split.id), isNull(releaseSplits.readyAt))),
    )
  } catch (error) {
    const failure = failureOf(error)
    if (failure === null) throw error
    await inTransaction(db, (tx) =>
      tx
        .update(releaseSplits)
        .set({ failure })
        .where(and(eq(releaseSplits.id, split.id), isNull(releaseSplits.readyAt))),
    )
  }
}

const choose = (db: Db, splitId: number) =>
  inTransaction(db, (tx) => tx.update(releaseSplits).set({ readyAt: sql`now()` }).where(eq(releaseSplits.id, splitId)))

/** Creates the row first: its plan id determines all bytes, so a repeated run must find it. */
export const beginSplit = async (tx: Tx, releaseId: number, keyId: string) => {
  await tx.insert(releaseSplits).values({ releaseId, keyId }).onConflictDoNothing()
  const [split] = await tx
    .select()
    .from(releaseSplits)
    .where(and(eq(releaseSplits.releaseId, releaseId), eq(releaseSplits.keyId, keyId)))
    .for('update')
  if (!split) throw new Error(`release ${releaseId} has no split`)
  return split
}

interface Splitting {
  split: typeof releaseSplits.$inferSelect
  key: ReturnType<typeof markKeyOf>
  signal: AbortSignal
}

const storeSplit = async (storage: Storage, objectKey: string, { split: { planId }, key, signal }: Splitting) => {
  const sizeBytes = await storage.sizeOfPrivate(objectKey)
  if (sizeBytes === null) throw new NotSplittable('The file is missing in the storage.')
  const source = archiveSource(storage, { objectKey, sizeBytes })
  const listing = await listArchive(source, signal)
  if (listing.verdict === 'refused') {
    throw new NotSplittable(listing.findings.map(({ sentence }) => sentence).join(' '))
  }
  const [bodyKey, planKey] = [bodyKeyOf(planId), planKeyOf(planId)]
  const body = openBodyWriter(storage, bodyKey)
  try {
    const plan = await splitMaster(source, listing, { id: planId, key, write: body.write, signal })
    const bodyHash = await body.end()
    const bytes = encodePlan(plan)
    await storage.putPrivate(planKey, bytes, 'application/octet-stream')
    const { bodyBytes, capacity } = plan
    return { bodyKey, bodyBytes, bodyHash, planKey, planBytes: bytes.length, capacity }
  } catch (error) {
    await body.abort()
    throw error
  }
}

/** What is wrong with the archive itself. Null for a temporary problem, such as a storage outage. */
const failureOf = (error: unknown) => {
  if (error instanceof NotSplittable) return error.message
  return error instanceof EntryError ? error.finding.sentence : null
}
