import { and, eq, sql } from 'drizzle-orm'
import type { PictureType } from '@slipstream/contract/picture-types'
import type { Db } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { uploads } from '@slipstream/db/tables/uploads'
import {
  asUsable,
  type IncomingFolder,
  offerIncoming,
  readIncoming,
  removeIncoming,
} from '#features/pictures/incoming-picture.ts'
import { inPictureTurn } from '#features/pictures/picture-turns.ts'
import type { PictureWork } from '#features/pictures/picture-work.ts'
import { keepPicture } from '#features/pictures/pictures.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { fromStorage } from '#lib/from-storage.ts'

const folderOf = (modId: number): IncomingFolder => `incoming/${modId}/`

/** A signed URL for uploading one picture. Uploads that are never added are swept. */
export const offerPicture = async (db: Db, storage: Storage, modId: number, contentType: PictureType) => {
  const [mod] = await db.select({ id: mods.id }).from(mods).where(eq(mods.id, modId))
  if (!mod) throw new DomainError('mod.not_found')
  return offerIncoming(storage, folderOf(modId), contentType)
}

/** Publishes a picture that was uploaded for this mod or came with one of its archives. */
export const storeIncomingPicture = (
  db: Db,
  storage: Storage,
  { actorId: account, modId, key }: { actorId: number; modId: number; key: string },
) =>
  storeUsable(
    storage,
    inPictureTurn({ account }, async (pictures) =>
      pictures.read(await (isSent(modId, key) ? readIncoming(storage, key) : readOfArchive(db, storage, modId, key))),
    ),
  )

export const storeUsable = async (storage: Storage, made: ReturnType<PictureWork['read']>) => {
  const picture = await asUsable(made)
  return fromStorage(keepPicture(storage, picture))
}

export const removeIncomingPicture = async (storage: Storage, modId: number, key: string) => {
  if (isSent(modId, key)) await removeIncoming(storage, key)
}

const isSent = (modId: number, key: string) => key.startsWith(folderOf(modId))

const readOfArchive = async (db: Db, storage: Storage, modId: number, key: string) => {
  const named = sql`${uploads.report} @> ${JSON.stringify({ pictures: [{ key }] })}::jsonb`
  const [upload] = await db
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.modId, modId), named))
    .limit(1)
  if (!upload) throw new DomainError('picture.not_found')
  return fromStorage(storage.getPublic(key))
}
