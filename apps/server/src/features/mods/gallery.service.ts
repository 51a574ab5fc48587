import { and, asc, eq, sql } from 'drizzle-orm'
import type { AdminPicture } from '@slipstream/contract/mods-admin'
import type { Db, Tx } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { recordChange } from '#features/audit/audit.service.ts'
import { lockMod, type ModRow } from '#features/catalogue/lock-mod.service.ts'
import { type Area, cutPicture } from '#gateways/images.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { fromStorage } from '#lib/from-storage.ts'
import { type PublicObjects, toPicture } from '#features/catalogue/mod-cards.service.ts'
import { addPicture, queueWidths, type StoredPicture } from '#features/pictures/pictures.service.ts'
import { queueShareImage } from '#features/pictures/share-image.service.ts'
import { storeUsable } from './incoming-picture.service.ts'
import { modChanged } from '#features/catalogue/mod-changed.service.ts'

const MOST_PICTURES = 100

type Words = Pick<typeof modPictures.$inferSelect, 'label' | 'alt'>

interface OfPicture {
  actorId: number
  modId: number
  pictureId: number
}

/** Appends a stored picture to the gallery. Returns its id. */
export const addToGallery = async (
  tx: Tx,
  { actorId, modId, picture }: { actorId: number; modId: number; picture: StoredPicture & Words },
) => {
  const mod = await lockMod(tx, modId)
  if ((await rowsOf(tx, modId)).length >= MOST_PICTURES) {
    throw new DomainError('request.invalid', {
      message: `A gallery holds at most ${MOST_PICTURES} pictures. Remove one first.`,
    })
  }
  const pictureId = await addPicture(tx, modId, picture)
  const { label, alt, originalKey } = picture
  await galleryChanged(tx, { actorId, action: 'add picture', mod, after: { picture: originalKey, label, alt } })
  return pictureId
}

/** Changes a picture's label and alt text. */
export const editPicture = async (tx: Tx, { words, ...which }: OfPicture & { words: Words }) => {
  const { mod, row } = await lockPicture(tx, which)
  await tx.update(modPictures).set(words).where(eq(modPictures.id, row.id))
  const before = { label: row.label, alt: row.alt }
  await galleryChanged(tx, { actorId: which.actorId, action: 'describe picture', mod, before, after: words })
  return row.id
}

/** Stores the cropped area as its own picture, before the transaction that shows it. */
export const cutFromGallery = async (
  db: Db,
  storage: Storage,
  { modId, pictureId, area }: Omit<OfPicture, 'actorId'> & { area: Area },
) => {
  const row = await findPicture(db, modId, pictureId)
  if (area.left + area.width > row.width || area.top + area.height > row.height) {
    const message = `The crop is outside the picture, which is ${row.width} x ${row.height} pixels.`
    throw new DomainError('request.invalid', { issues: [{ path: '/width', message }] })
  }
  const whole = await fromStorage(storage.getPublic(row.originalKey))
  return { whole: row.hash, part: await storeUsable(storage, await cutPicture(whole, area)) }
}

/** Shows the cropped picture instead of the whole one, unless that was replaced meanwhile. */
export const replacePicture = async (
  tx: Tx,
  { whole, part, ...which }: OfPicture & { whole: string; part: StoredPicture },
) => {
  const { mod, row, isCover } = await lockPicture(tx, which)
  if (row.hash !== whole) throw new DomainError('picture.not_found')
  await tx
    .update(modPictures)
    .set({ ...part, widths: [] })
    .where(eq(modPictures.id, row.id))
  await queueWidths(tx, part.hash)
  if (isCover) await queueShareImage(tx, mod.id)
  const fields = { before: { picture: row.originalKey }, after: { picture: part.originalKey } }
  await galleryChanged(tx, { actorId: which.actorId, action: 'crop picture', mod, ...fields })
  return row.id
}

export const removePicture = async (tx: Tx, which: OfPicture) => {
  const { mod, row, isCover, isLast } = await lockPicture(tx, which)
  if (isLast && mod.status === 'published') throw new DomainError('picture.last_one')
  await tx.delete(modPictures).where(eq(modPictures.id, row.id))
  if (isCover) await queueShareImage(tx, mod.id)
  const { originalKey: picture, label, alt } = row
  await galleryChanged(tx, { actorId: which.actorId, action: 'remove picture', mod, before: { picture, label, alt } })
}

/** Sorts the gallery. Refused if the client does not know all of its pictures. */
export const orderPictures = async (
  tx: Tx,
  { actorId, modId, ids }: { actorId: number; modId: number; ids: number[] },
) => {
  const mod = await lockMod(tx, modId)
  const rows = await rowsOf(tx, modId)
  const isWhole = ids.length === rows.length && rows.every(({ id }) => ids.includes(id))
  if (!isWhole) throw new DomainError('order.changed')
  // First to unused positions, because positions must stay unique even while pictures move.
  await tx.execute(sql`
    update ${modPictures} set sort_order = -place
    from unnest(${sql.param(ids)}::int[]) with ordinality as wanted (picture_id, place) where id = picture_id`)
  await tx.execute(sql`update ${modPictures} set sort_order = -sort_order - 1 where mod_id = ${modId}`)
  if (rows[0]?.id !== ids[0]) await queueShareImage(tx, modId)
  const keyOf = (id: number) => rows.find((row) => row.id === id)?.originalKey
  const order = { before: { pictures: rows.map((row) => row.originalKey) }, after: { pictures: ids.map(keyOf) } }
  await galleryChanged(tx, { actorId, action: 'order pictures', mod, ...order })
}

export const readPictureOf = async (
  db: Db,
  objects: PublicObjects,
  { modId, pictureId }: Omit<OfPicture, 'actorId'>,
): Promise<AdminPicture> => {
  const { id, hash, originalKey, widths, width, height, alt, label, placeholder } = await findPicture(
    db,
    modId,
    pictureId,
  )
  return { id, picture: toPicture(objects, { hash, originalKey, widths, width, height, alt, label, placeholder }) }
}

const findPicture = async (db: Db, modId: number, pictureId: number) => {
  const [row] = await db
    .select()
    .from(modPictures)
    .where(and(eq(modPictures.id, pictureId), eq(modPictures.modId, modId)))
  if (!row) throw new DomainError('picture.not_found')
  return row
}

const rowsOf = (tx: Tx, modId: number) =>
  tx.select().from(modPictures).where(eq(modPictures.modId, modId)).orderBy(asc(modPictures.sortOrder))

const lockPicture = async (tx: Tx, { modId, pictureId }: OfPicture) => {
  const mod = await lockMod(tx, modId)
  const rows = await rowsOf(tx, modId)
  const row = rows.find(({ id }) => id === pictureId)
  if (!row) throw new DomainError('picture.not_found')
  return { mod, row, isCover: rows[0] === row, isLast: rows.length === 1 }
}

interface GalleryChange {
  actorId: number
  action: string
  mod: ModRow
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

const galleryChanged = async (tx: Tx, { actorId, action, mod, before, after }: GalleryChange) => {
  await modChanged(tx, mod.id)
  const subject = { subject: 'mod' as const, subjectId: mod.id, subjectName: mod.title }
  await recordChange(tx, { actorId, action, ...subject, before: before ?? null, after: after ?? null })
}
