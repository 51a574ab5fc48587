import { and, arrayOverlaps, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { HOUR_MS } from '@slipstream/contract/durations'
import { type Db, inTransaction, readRows } from '@slipstream/db/client'
import { copies, releaseSplits } from '@slipstream/db/tables/copies'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { teamMembers } from '@slipstream/db/tables/team'
import { reviewPictures } from '@slipstream/db/tables/reviews'
import { ticketAttachments } from '@slipstream/db/tables/tickets'
import { uploads } from '@slipstream/db/tables/uploads'
import { readSettings } from '#features/settings/settings.service.ts'
import type { Storage } from '#gateways/storage.ts'
import type { BucketName } from '#gateways/storage-parts.ts'
import { cancelUpload } from './cancel-upload.service.ts'

/** Objects are stored before the rows that name them; this is the time a writer has for both. */
const GRACE_MS = 24 * HOUR_MS
const IDLE_MS = 7 * 24 * HOUR_MS
/** Abandoned uploads to cancel per run. */
const MOST_IDLE = 100

/**
 * Cancels abandoned uploads and removes objects from both buckets that no row names, left by a crash or by a deleted
 * row. What was stored before this database began is never removed: a store that was installed on a new server must not
 * clear the buckets of the lost one, whose database comes back from its backup.
 */
export const sweepUploads = async (db: Db, storage: Storage, signal: AbortSignal, now = new Date()) => {
  await cancelIdle(db, new Date(now.getTime() - IDLE_MS))
  if (storage.isShared) return
  const [begin, end] = [await beginOf(db), new Date(now.getTime() - GRACE_MS)]
  const isOver: IsOver = (storedAt) => begin < storedAt && storedAt < end
  for (const bucket of ['private', 'public'] as const) await abortUnknown(db, storage, bucket, isOver, signal)
  for (const folder of FOLDERS) await removeUnnamed(db, storage, folder, isOver, signal)
}

/** Whether an object that was stored at this time may be swept. */
type IsOver = (storedAt: Date) => boolean

/** When this database began. A restored database keeps the beginning of the original. */
const beginOf = async (db: Db) => {
  const [first] = await readRows<{ seconds: number | null }>(
    db,
    sql`select extract(epoch from min(applied_at))::float8 as seconds from schema_migrations`,
  )
  if (typeof first?.seconds !== 'number') throw new Error('the database does not know when it began')
  return new Date(first.seconds * 1_000)
}

const cancelIdle = (db: Db, before: Date) =>
  inTransaction(db, async (tx) => {
    const idle = await tx
      .select({ id: uploads.id })
      .from(uploads)
      .where(and(eq(uploads.status, 'uploading'), lt(uploads.updatedAt, before)))
      .limit(MOST_IDLE)
      .for('update', { skipLocked: true })
    for (const { id } of idle) await cancelUpload(tx, null, id)
  })

const abortUnknown = async (db: Db, storage: Storage, bucket: BucketName, isOver: IsOver, signal: AbortSignal) => {
  for await (const page of storage.listBegun(bucket)) {
    const old = page.filter(({ begunAt }) => isOver(begunAt))
    const open = await db
      .select({ key: uploads.objectKey, storageUploadId: uploads.storageUploadId })
      .from(uploads)
      .where(and(inArray(uploads.objectKey, keysOf(old)), eq(uploads.status, 'uploading')))
    const known = new Set(open.map(({ storageUploadId }) => storageUploadId))
    for (const begun of old) {
      signal.throwIfAborted()
      if (!known.has(begun.storageUploadId)) await storage.abortParts(bucket, begun)
    }
  }
}

interface Folder {
  bucket: BucketName
  name: string
  /** Which of these keys a row names. */
  named: (db: Db, keys: string[]) => Promise<Set<string>>
}

/**
 * Which rows name the objects under which prefix. A feature that stores objects elsewhere must add a line, or they are
 * never swept.
 */
const FOLDERS: readonly Folder[] = [
  {
    bucket: 'private',
    name: 'uploads/',
    named: async (db, keys) => {
      const ofUploads = await db
        .select({ key: uploads.objectKey })
        .from(uploads)
        .where(
          and(inArray(uploads.objectKey, keys), inArray(uploads.status, ['uploading', 'reading', 'checking', 'ready'])),
        )
      const ofReleases = await db
        .select({ key: modReleases.objectKey })
        .from(modReleases)
        .where(inArray(modReleases.objectKey, keys))
      return new Set([...ofUploads, ...ofReleases].flatMap(({ key }) => key ?? []))
    },
  },
  {
    bucket: 'private',
    name: 'tickets/',
    named: async (db, keys) => {
      const kept = await db
        .select({ key: ticketAttachments.objectKey })
        .from(ticketAttachments)
        .where(inArray(ticketAttachments.objectKey, keys))
      return new Set(kept.map(({ key }) => key))
    },
  },
  {
    bucket: 'private',
    name: 'splits/',
    named: async (db, keys) => {
      const kept = await db
        .select({ body: releaseSplits.bodyKey, plan: releaseSplits.planKey })
        .from(releaseSplits)
        .where(or(inArray(releaseSplits.bodyKey, keys), inArray(releaseSplits.planKey, keys)))
      return new Set(kept.flatMap(({ body, plan }) => [body ?? [], plan ?? []].flat()))
    },
  },
  {
    bucket: 'private',
    name: 'copies/',
    named: async (db, keys) => {
      const kept = await db.select({ key: copies.objectKey }).from(copies).where(inArray(copies.objectKey, keys))
      return new Set(kept.map(({ key }) => key))
    },
  },
  // Incoming pictures, ticket files and leaked files. Nothing needs one for longer than a day.
  { bucket: 'private', name: 'incoming/', named: async () => new Set() },
  {
    bucket: 'public',
    name: 'pictures/',
    named: async (db, keys) => {
      const hashes = [...new Set(keys.map(hashOf))]
      const ofGalleries = await db
        .selectDistinct({ hash: modPictures.hash })
        .from(modPictures)
        .where(inArray(modPictures.hash, hashes))
      const ofReports = await db
        .select({ hashes: uploads.pictureHashes })
        .from(uploads)
        .where(and(ne(uploads.status, 'canceled'), arrayOverlaps(uploads.pictureHashes, hashes)))
      const known = new Set([...ofGalleries.map(({ hash }) => hash), ...ofReports.flatMap((row) => row.hashes)])
      return new Set(keys.filter((key) => known.has(hashOf(key))))
    },
  },
  {
    bucket: 'public',
    name: 'reviews/',
    named: async (db, keys) => {
      const kept = await db
        .select({ key: reviewPictures.objectKey })
        .from(reviewPictures)
        .where(inArray(reviewPictures.objectKey, keys))
      return new Set(kept.map(({ key }) => key))
    },
  },
  {
    bucket: 'public',
    name: 'share/',
    named: async (db, keys) => {
      const drawn = await db.select({ key: mods.shareImageKey }).from(mods).where(inArray(mods.shareImageKey, keys))
      return new Set(drawn.flatMap(({ key }) => key ?? []))
    },
  },
  {
    bucket: 'public',
    name: 'brand/',
    named: async (db) => {
      const { logo, sharePicture } = await readSettings(db)
      return new Set([logo, sharePicture])
    },
  },
  {
    bucket: 'public',
    name: 'team/',
    named: async (db, keys) => {
      const shown = await db
        .select({ key: teamMembers.avatarKey })
        .from(teamMembers)
        .where(inArray(teamMembers.avatarKey, keys))
      return new Set(shown.flatMap(({ key }) => key ?? []))
    },
  },
]

/** `pictures/<hash>.webp` and `pictures/<hash>-640.avif`. */
const hashOf = (key: string) => key.replace(/^pictures\/([^.-]*).*$/, '$1')

const keysOf = (objects: readonly { key: string }[]) => objects.map(({ key }) => key)

const removeUnnamed = async (db: Db, storage: Storage, folder: Folder, isOver: IsOver, signal: AbortSignal) => {
  for await (const page of storage.list(folder.bucket, folder.name)) {
    const old = keysOf(page.filter(({ storedAt }) => isOver(storedAt)))
    if (old.length === 0) continue
    const named = await folder.named(db, old)
    for (const key of old.filter((one) => !named.has(one))) {
      signal.throwIfAborted()
      // Checked again, because a row may have named a picture since the page was listed.
      if (!(await folder.named(db, [key])).has(key)) await storage.remove(folder.bucket, key)
    }
  }
}
