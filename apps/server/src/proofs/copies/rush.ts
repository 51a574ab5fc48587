import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { inTransaction, readRows } from '@slipstream/db/client'
import { copies } from '@slipstream/db/tables/copies'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { mods } from '@slipstream/db/tables/mods'
import { createCategory, createMod, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { mapAtMost } from '@slipstream/mod-archive/concurrency'
import type { RangeSource } from '@slipstream/mod-archive/source'
import { queueSplit } from '#features/copies/split-release.service.ts'
import { startDownload } from '#features/locker/download.service.ts'
import type { CopyStore } from './open-copy-store.ts'

const PART_BYTES = 16 * 2 ** 20
/** The locker's polling intervals. */
const FIRST_POLL_MS = 500
const SLOWEST_POLL_MS = 5_000
const TERMS = { downloadWindowDays: 30, renewals: 'one-click' as const }

/** Stores an archive and publishes it as the release of a new mod. */
export const publish = async ({ db, server: { storage } }: CopyStore, archive: RangeSource) => {
  const objectKey = `uploads/${randomUUID()}`
  const begun = { key: objectKey, storageUploadId: await storage.beginParts(objectKey) }
  const parts = []
  for (let place = 0; place < archive.size; place += PART_BYTES) {
    const bytes = await archive.read(place, Math.min(PART_BYTES, archive.size - place))
    parts.push(await storage.putPart(begun, parts.length + 1, Buffer.from(bytes)))
  }
  await storage.joinParts(begun, parts)
  const { id: categoryId } = await createCategory(db, { slug: randomUUID() })
  const mod = await createMod(db, { categoryId, fileName: `${randomUUID()}.zip` })
  const release = await createRelease(db, { modId: mod.id, objectKey, sizeBytes: archive.size })
  return { modId: mod.id, releaseId: release.id, objectKey }
}

/** Splits a release as its publication does, and waits for it. */
export const split = async ({ db }: CopyStore, releaseId: number) => {
  const began = performance.now()
  await inTransaction(db, (tx) => queueSplit(tx, releaseId))
  for (;;) {
    const [row] = await readRows<{ isReady: boolean; failure: string | null }>(
      db,
      sql`select ready_at is not null as "isReady", failure from release_splits where release_id = ${releaseId}`,
    )
    if (row?.failure) throw new Error(row.failure)
    if (row?.isReady) return performance.now() - began
    await sleep(100)
  }
}

export const createBuyers = async ({ db }: CopyStore, modId: number, count: number) => {
  const ids: number[] = []
  for (let made = 0; made < count; made++) {
    const { id: userId } = await createUser(db, { username: `buyer_${randomUUID().slice(0, 18)}` })
    await db.insert(entitlements).values({ userId, modId, source: 'grant' })
    ids.push(userId)
  }
  return ids
}

interface Delivered {
  /** Creates a fresh link, because each is valid for only a minute and a crowd takes longer. */
  link: () => Promise<string>
  sha256: string
  sizeBytes: number
  waitedMs: number
}

interface Crowd {
  userIds: readonly number[]
  atOnce: number
  /** The time over which the buyers spread their clicks. */
  withinMs?: number
  /** Copies beyond this number are removed as soon as their buyer has them, because no disk holds 100 large ones. */
  keeps?: number
}

/** Everybody clicks and polls as the locker does until the copy is ready. */
export const rush = (store: CopyStore, modId: number, { userIds, atOnce, withinMs = 0, keeps = Infinity }: Crowd) =>
  mapAtMost(atOnce, [...userIds.entries()], async ([place, userId]): Promise<Delivered> => {
    if (withinMs > 0) await sleep((place / userIds.length) * withinMs)
    const began = performance.now()
    const ask = (isWaiting: boolean) =>
      startDownload(store.server, TERMS, { userId, modId, ip: '127.0.0.1', isWaiting })
    let answer = await ask(false)
    for (let wait = FIRST_POLL_MS; answer.state === 'preparing'; wait = Math.min(wait * 1.5, SLOWEST_POLL_MS)) {
      await sleep(wait)
      answer = await ask(true)
    }
    const { sha256, sizeBytes } = answer
    const waitedMs = performance.now() - began
    if (place < userIds.length - keeps) await removeCopy(store, sha256)
    const link = async () => {
      const again = await ask(false)
      if (again.state !== 'ready') throw new Error('the copy is gone')
      return again.url
    }
    return { link, sha256, sizeBytes, waitedMs }
  })

const removeCopy = async ({ db, server }: CopyStore, sha256: string) => {
  const removed = await db.delete(copies).where(eq(copies.sha256, sha256)).returning({ key: copies.objectKey })
  for (const { key } of removed) await server.storage.remove('private', key)
}

/** How long the storage alone takes for this many plain copies of the body at once, without the store's code. */
export const copyBody = async ({ db, server: { storage } }: CopyStore, releaseId: number, atOnce: number) => {
  const [split] = await readRows<{ key: string; length: number }>(
    db,
    sql`select body_key as key, body_bytes::int as length from release_splits where release_id = ${releaseId}`,
  )
  if (!split) throw new Error('the release is not split')
  const began = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const key = `copies/${randomUUID()}`
      const begun = { key, storageUploadId: await storage.beginParts(key) }
      const part = await storage.copyPart(begun, 1, { ...split, offset: 0 })
      await storage.joinParts(begun, [part])
      await storage.remove('private', key)
    }),
  )
  return performance.now() - began
}

/** Downloads a copy and compares it with what the store says about it. */
export const isWhole = async ({ link, sha256, sizeBytes }: Delivered) => {
  const hash = createHash('sha256')
  let size = 0
  const body = (await fetch(await link())).body as ReadableStream<Uint8Array> | null
  for await (const chunk of body ?? []) {
    hash.update(chunk)
    size += chunk.length
  }
  return size === sizeBytes && hash.digest('hex') === sha256
}

/** Removes all objects of a release. */
export const discard = async (store: CopyStore, { modId, objectKey }: { modId: number; objectKey: string }) => {
  const { db, server } = store
  const rows = await db.select({ key: copies.objectKey }).from(copies)
  const [plan] = await readRows<{ body: string; plan: string }>(
    db,
    sql`select body_key as body, plan_key as plan from release_splits s join mod_releases r on r.id = s.release_id
      where r.mod_id = ${modId}`,
  )
  await db.delete(copies)
  for (const key of [...rows.map((row) => row.key), plan?.body, plan?.plan, objectKey]) {
    if (key) await server.storage.remove('private', key)
  }
  await db.update(mods).set({ status: 'archived' }).where(eq(mods.id, modId))
}
