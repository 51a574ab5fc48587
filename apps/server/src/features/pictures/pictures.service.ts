import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { PICTURE_FORMATS, PICTURE_WIDTHS } from '@slipstream/contract/picture'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { mods } from '@slipstream/db/tables/mods'
import type { Storage } from '#gateways/storage.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { inPictureTurn } from './picture-turns.ts'
import type { PictureWork } from './picture-work.ts'
import { queueShareImage } from './share-image.service.ts'

/** The priority of these jobs: after mail and everything else that a person waits for. */
const PRIORITY = 20

export interface StoredPicture {
  hash: string
  originalKey: string
  width: number
  height: number
  placeholder: string
}

/** What the creator enters about a picture. */
export type PictureWords = Pick<typeof modPictures.$inferInsert, 'kind' | 'caption'> & { label: string; alt: string }

/** Stores an original in the public bucket, before the transaction that adds it to a gallery. */
export const storePicture = async (
  storage: Storage,
  given: Buffer,
  account: number | null = null,
): Promise<StoredPicture> => keepPicture(storage, await inPictureTurn({ account }, (pictures) => pictures.read(given)))

/** Stores what the picture process made. */
export const keepPicture = async (
  storage: Storage,
  { bytes, extension, contentType, ...facts }: Awaited<ReturnType<PictureWork['read']>>,
): Promise<StoredPicture> => {
  const hash = createHash('sha256').update(bytes).digest('hex')
  const originalKey = `pictures/${hash}.${extension}`
  await storage.putPublic(originalKey, bytes, contentType)
  return { hash, originalKey, ...facts }
}

/** Appends a picture to a mod's gallery. It shows at once; a job creates the other widths. Returns its id. */
export const addPicture = async (tx: Tx, modId: number, picture: StoredPicture & PictureWords) => {
  // Locked, so that two pictures added at once get different positions.
  const [mod] = await tx.select({ id: mods.id }).from(mods).where(eq(mods.id, modId)).for('update')
  if (!mod) throw new DomainError('mod.not_found')
  const [last] = await tx
    .select({ place: sql<number | null>`max(${modPictures.sortOrder})` })
    .from(modPictures)
    .where(eq(modPictures.modId, modId))
  const sortOrder = (last?.place ?? -1) + 1

  const [added] = await tx
    .insert(modPictures)
    .values({ modId, sortOrder, ...picture })
    .returning({ id: modPictures.id })
  if (!added) throw new Error('the new picture was not written')
  await queueWidths(tx, picture.hash)
  if (sortOrder === 0) await queueShareImage(tx, modId)
  await announceChange(tx, 'mods', modId)
  return added.id
}

export const queueWidths = (tx: Tx, hash: string) =>
  enqueue(tx, 'mods.scale_picture', { hash }, { jobKey: `mods.scale_picture ${hash}`, priority: PRIORITY })

/** Creates the widths in which pages show a picture. Existing ones are skipped. */
export const scalePicture = async (db: Db, storage: Storage, hash: string, signal: AbortSignal) => {
  const [picture] = await db.select().from(modPictures).where(eq(modPictures.hash, hash)).limit(1)
  if (!picture) return
  const widths = PICTURE_WIDTHS.filter((width) => width <= picture.width)
  const missing: { key: string; width: number; format: (typeof PICTURE_FORMATS)[number] }[] = []
  for (const width of widths) {
    for (const format of PICTURE_FORMATS) {
      const key = `pictures/${hash}-${width}.${format}`
      if (!(await storage.hasPublic(key))) missing.push({ key, width, format })
    }
  }
  if (missing.length > 0) {
    const original = await storage.getPublic(picture.originalKey)
    for (const { key, width, format } of missing) {
      signal.throwIfAborted()
      const encoded = await inPictureTurn({ account: null }, (pictures) => pictures.encode(original, width, format))
      await storage.putPublic(key, encoded, `image/${format}`)
    }
  }
  await inTransaction(db, (tx) => noteWidths(tx, hash, widths))
}

const noteWidths = async (tx: Tx, hash: string, widths: number[]) => {
  const changed = await tx
    .update(modPictures)
    .set({ widths })
    .where(sql`${modPictures.hash} = ${hash} and ${modPictures.widths} <> ${sql.param(widths)}::integer[]`)
    .returning({ modId: modPictures.modId })
  for (const modId of new Set(changed.map((row) => row.modId))) await announceChange(tx, 'mods', modId)
}
