import { and, eq, isNull, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { type Db, inTransaction } from '@slipstream/db/client'
import { copies, copyMarks, releaseSplits } from '@slipstream/db/tables/copies'
import type { Plan } from '@slipstream/mod-archive/marking/plan'
import { TAIL_VERSION, tailOf } from '@slipstream/mod-archive/marking/tail'
import { composeObject } from '#gateways/compose-object.ts'
import type { Storage } from '#gateways/storage.ts'
import { reasonOf } from '#lib/reason-of.ts'
import { newCopyObject } from './copy-objects.ts'
import { markKeyOf, type MarkKeys } from './mark-keys.ts'
import { noteFailure } from './obtain-copy.service.ts'
import { finishHash } from './resumable-hash.ts'
import { readPlan } from './stored-plan.ts'

/** A plan can be 16 MiB of text, so few are cached. Consecutive buyers of a new release share one. */
const KEPT_PLANS = 2

interface Parts {
  db: Db
  storage: Storage
  markKeys: MarkKeys
}

/** Composes copies. Create one per worker, because it caches the most recently used plans. */
export const createComposer = ({ db, storage, markKeys }: Parts) => {
  const plans = new LRUCache<string, Promise<Plan>>({ max: KEPT_PLANS })

  const planOf = (split: Split) => {
    const key = split.planKey ?? ''
    const known = plans.get(key)
    if (known) return known
    const read = readPlan(storage, split)
    plans.set(key, read)
    read.catch(() => plans.delete(key))
    return read
  }

  const compose = async ({ split, mark, copy }: Row) => {
    const { bodyKey, bodyBytes, bodyHash } = split
    if (bodyKey === null || bodyBytes === null || bodyHash === null) throw new Error(`split ${split.id} is not done`)
    const tail = await tailOf(await planOf(split), markKeyOf(markKeys, split.keyId), mark.code)
    await composeObject(storage, { key: copy.objectKey, body: { key: bodyKey, sizeBytes: bodyBytes }, tail })
    return { sizeBytes: bodyBytes + tail.length, sha256: finishHash(bodyHash, tail) }
  }

  /** Makes a copy unless it exists. Idempotent: a repeated run writes the same bytes under the same name. */
  return async (copyId: number) => {
    const row = await readCopy(db, copyId)
    if (!row || row.copy.readyAt) return
    const copy = await withThisTail(db, row.copy)
    try {
      const made = await compose({ ...row, copy })
      if (await noteReady(db, copy.id, made)) return
    } catch (error) {
      await inTransaction(db, (tx) => noteFailure(tx, copyId, reasonOf(error)))
      throw error
    }
    // If the row is gone, the copy was removed while it was composed. Otherwise another run has finished it.
    if (!(await readCopy(db, copyId))) await storage.remove('private', copy.objectKey)
  }
}

type Split = typeof releaseSplits.$inferSelect
type Row = NonNullable<Awaited<ReturnType<typeof readCopy>>>

const readCopy = async (db: Db, copyId: number) => {
  const [row] = await db
    .select({ copy: copies, split: releaseSplits, mark: { code: copyMarks.code } })
    .from(copies)
    .innerJoin(releaseSplits, eq(releaseSplits.id, copies.splitId))
    .innerJoin(copyMarks, eq(copyMarks.id, copies.markId))
    .where(eq(copies.id, copyId))
  return row
}

/** A copy requested by a process with another zlib version gets a new name, which contains the tail version. */
const withThisTail = async (db: Db, copy: Row['copy']) => {
  if (copy.tailVersion === TAIL_VERSION) return copy
  const object = newCopyObject()
  await inTransaction(db, (tx) =>
    tx
      .update(copies)
      .set(object)
      .where(and(eq(copies.id, copy.id), isNull(copies.readyAt))),
  )
  return { ...copy, ...object }
}

const noteReady = (db: Db, copyId: number, made: { sizeBytes: number; sha256: string }) =>
  inTransaction(db, async (tx) => {
    const noted = await tx
      .update(copies)
      .set({ ...made, readyAt: sql`now()`, failure: null })
      .where(and(eq(copies.id, copyId), isNull(copies.readyAt)))
      .returning({ id: copies.id })
    return noted.length > 0
  })
