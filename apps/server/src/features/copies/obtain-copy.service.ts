import { and, eq, isNull, sql } from 'drizzle-orm'
import type { CopyStep } from '@slipstream/contract/copy-capacity'
import { type Db, readRows, type Tx } from '@slipstream/db/client'
import { copies, copyMarks, releaseSplits } from '@slipstream/db/tables/copies'
import { DomainError } from '#lib/domain-error.ts'
import { ensureJob } from '#lib/jobs/ensure-job.ts'
import { newCopyObject } from './copy-objects.ts'
import type { MarkKeys } from './mark-keys.ts'
import { obtainMark } from './marks.service.ts'
import { beginSplit, chosenFirst, findSplit, splitJobKey } from './split-release.service.ts'

interface Wanted {
  releaseId: number
  modId: number
  userId: number
}

/** A person's ready copy of a release. Undefined if there is none. */
export const findReadyCopy = async (db: Db, { releaseId, modId, userId }: Wanted) => {
  const split = await findSplit(db, releaseId)
  if (!split) return undefined
  const [copy] = await db
    .select({ id: copies.id, objectKey: copies.objectKey, sizeBytes: copies.sizeBytes, sha256: copies.sha256 })
    .from(copies)
    .innerJoin(copyMarks, eq(copyMarks.id, copies.markId))
    .where(
      and(
        eq(copies.splitId, split.id),
        eq(copyMarks.userId, userId),
        eq(copyMarks.modId, modId),
        sql`${copies.readyAt} is not null`,
      ),
    )
  const { sizeBytes, sha256 } = copy ?? {}
  return copy && sizeBytes && sha256 ? { ...copy, sizeBytes, sha256 } : undefined
}

/**
 * The step that a waiting person's download is at. Null if no job is working on it, so that it must be requested again.
 * Polls are frequent while many people wait, so this only reads.
 */
export const readWaiting = async (db: Db, { releaseId, modId, userId }: Wanted): Promise<CopyStep | null> => {
  const [found] = await readRows<{ isSplit: boolean; isRunning: boolean }>(
    db,
    sql`
    select s.ready_at is not null as "isSplit", j.locked_at is not null as "isRunning"
    from (select * from ${releaseSplits} where release_id = ${releaseId} order by ${chosenFirst} limit 1) s
      left join ${copyMarks} m on m.user_id = ${userId} and m.mod_id = ${modId}
      left join ${copies} c on c.split_id = s.id and c.mark_id = m.id
      join graphile_worker.jobs j on j.attempts < j.max_attempts
        and j.key = case when s.ready_at is null then ${splitJobKey(releaseId)} else ${COMPOSE_KEY} || c.id end
    where s.failure is null and c.failure is null`,
  )
  if (!found) return null
  if (!found.isSplit) return 'release'
  return found.isRunning ? 'copy' : 'queue'
}

const COMPOSE_KEY = 'copies.compose:'

/** Records that a copy is delivered. False if it was swept in the meantime. */
export const useCopy = async (tx: Tx, copyId: number) => {
  const used = await tx
    .update(copies)
    .set({ usedAt: sql`now()` })
    .where(and(eq(copies.id, copyId), sql`${copies.readyAt} is not null`))
    .returning({ id: copies.id })
  return used.length > 0
}

/** For a copy whose object is missing from the storage, so that the copy is made again. */
export const forgetObject = (tx: Tx, copyId: number) =>
  tx.update(copies).set({ readyAt: null, sizeBytes: null, sha256: null }).where(eq(copies.id, copyId))

interface Request extends Wanted {
  entitlementId: number | null
  /** Whether the person is already waiting. If so, a failure is reported instead of retried. */
  isWaiting: boolean
}

/**
 * Makes sure that a job is working on a person's copy: it splits the release if necessary, or else composes the copy.
 * Concurrent requests wait for the row lock, so that nothing is composed twice.
 */
export const requestCopy = async (tx: Tx, markKeys: MarkKeys, request: Request): Promise<CopyStep> => {
  const { releaseId, isWaiting } = request
  const markId = await obtainMark(tx, request)
  const split = await findSplit(tx, releaseId)
  if (!split?.readyAt) {
    if (split?.failure != null) throw new DomainError('locker.not_deliverable')
    await beginSplit(tx, releaseId, markKeys[0].id)
    await ensureJob(tx, 'copies.split', { releaseId }, { jobKey: splitJobKey(releaseId), isUrgent: !isWaiting })
    return 'release'
  }
  const copy = await lockCopy(tx, split.id, markId)
  if (copy.readyAt) return 'copy'
  if (copy.failure !== null && isWaiting) throw new DomainError('locker.copy_failed')
  if (copy.failure !== null) await tx.update(copies).set({ failure: null }).where(eq(copies.id, copy.id))
  const { isRunning } = await queueComposition(tx, copy.id, { isUrgent: !isWaiting })
  return isRunning ? 'copy' : 'queue'
}

const lockCopy = async (tx: Tx, splitId: number, markId: number) => {
  await tx
    .insert(copies)
    .values({ splitId, markId, ...newCopyObject() })
    .onConflictDoNothing()
  const [copy] = await tx
    .select({ id: copies.id, readyAt: copies.readyAt, failure: copies.failure })
    .from(copies)
    .where(and(eq(copies.splitId, splitId), eq(copies.markId, markId)))
    .for('update')
  if (!copy) throw new Error(`split ${splitId} has no copy for mark ${markId}`)
  return copy
}

const queueComposition = (tx: Tx, copyId: number, options: { priority?: number; isUrgent?: boolean }) =>
  ensureJob(tx, 'copies.compose', { copyId }, { jobKey: `${COMPOSE_KEY}${copyId}`, ...options })

/** Copies made ahead of their first download come after those that a person is waiting for. */
const PREPARED_PRIORITY = 20

/** Queues a copy for a person who will probably want it soon. Does nothing if the release is not split yet. */
export const requestCopyAhead = async (tx: Tx, wanted: Wanted & { entitlementId: number }) => {
  const split = await findSplit(tx, wanted.releaseId)
  if (!split?.readyAt) return
  const copy = await lockCopy(tx, split.id, await obtainMark(tx, wanted))
  if (!copy.readyAt) await queueComposition(tx, copy.id, { priority: PREPARED_PRIORITY })
}

/** Records why composing failed, for the waiting person. The queue retries the job. */
export const noteFailure = (tx: Tx, copyId: number, failure: string) =>
  tx
    .update(copies)
    .set({ failure })
    .where(and(eq(copies.id, copyId), isNull(copies.readyAt)))
