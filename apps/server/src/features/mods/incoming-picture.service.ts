import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { uploads } from '@slipstream/db/tables/uploads'
import { fromStorage } from '#features/uploads/arrival.service.ts'
import { UnusablePicture } from '#gateways/images.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { storePicture } from '#features/pictures/pictures.service.ts'

const MAX_BYTES = 32 * 2 ** 20
const SECONDS_TO_SEND = 15 * 60

const folderOf = (modId: number) => `incoming/${modId}/`

/** A signed address for uploading one picture. Uploads that are never added are swept. */
export const offerPicture = async (db: Db, storage: Storage, modId: number, contentType: string) => {
  const [mod] = await db.select({ id: mods.id }).from(mods).where(eq(mods.id, modId))
  if (!mod) throw new DomainError('mod.not_found')
  const key = `${folderOf(modId)}${randomUUID()}`
  return { key, url: await storage.presignUpload(key, { contentType, expiresInSeconds: SECONDS_TO_SEND }) }
}

/** Publishes a picture that was uploaded for this mod or came with one of its archives. */
export const storeIncomingPicture = async (db: Db, storage: Storage, modId: number, key: string) =>
  storeUsable(storage, await (isSent(modId, key) ? readSent(storage, key) : readOfArchive(db, storage, modId, key)))

export const storeUsable = (storage: Storage, bytes: Buffer) =>
  storePicture(storage, bytes).catch((cause: unknown) => {
    if (cause instanceof UnusablePicture) throw new DomainError('picture.unusable', { message: cause.message, cause })
    throw new DomainError('storage.away', { cause })
  })

/** The store has its own copy now. If the removal fails, the sweep does it later. */
export const removeIncomingPicture = async (storage: Storage, modId: number, key: string) => {
  if (isSent(modId, key)) await storage.remove('private', key).catch(() => undefined)
}

const isSent = (modId: number, key: string) => key.startsWith(folderOf(modId))

const readSent = async (storage: Storage, key: string) => {
  const bytes = await fromStorage(storage.sizeOfPrivate(key))
  if (bytes === null) throw new DomainError('picture.not_found')
  if (bytes === 0) throw new DomainError('picture.unusable', { message: 'This file is empty. Choose another one.' })
  if (bytes > MAX_BYTES)
    throw new DomainError('picture.unusable', { message: 'This picture is larger than 32 MiB. Choose a smaller one.' })
  return fromStorage(storage.readPrivate(key, 0, bytes))
}

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
