import { and, asc, eq, sql } from 'drizzle-orm'
import type { AdminPicture } from '@slipstream/contract/mods-admin'
import type { Db, Tx } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { recordChange } from '#features/audit/audit.service.ts'
import { lockMod, type ModRow } from '#features/catalogue/lock-mod.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { fromStorage } from '#lib/from-storage.ts'
import { GALLERY_COLUMNS, type PublicObjects, toGalleryPicture } from '#features/catalogue/mod-cards.service.ts'
import { addPicture, type PictureWords, queueWidths, type StoredPicture } from '#features/pictures/pictures.service.ts'
import { inPictureTurn } from '#features/pictures/picture-turns.ts'
import type { PictureWork } from '#features/pictures/picture-work.ts'
import { queueShareImage } from '#features/pictures/share-image.service.ts'
import { storeUsable } from './incoming-picture.service.ts'
import { modChanged } from '#features/catalogue/mod-changed.service.ts'

const MOST_PICTURES = 100
/** In pixels. A narrower picture, such as the one in an archive, is blurred as a cover. */
const COVER_WIDTH = 960

/** In pixels. */
type Area = Parameters<PictureWork['cut']>[1]

/** Fields that are left out stay as they are. */
type PictureChange = { [Name in keyof PictureWords]?: PictureWords[Name] | undefined }

interface OfPicture {
  actorId: number
  modId: number
  pictureId: number
}

/** Appends a stored picture to the gallery. Returns its id. */
export const addToGallery = async (
  tx: Tx,
  { actorId, modId, picture }: { actorId: number; modId: number; picture: StoredPicture & PictureWords },
) => {
  const mod = await lockMod(tx, modId)
  const before = await rowsOf(tx, modId)
  if (before.length >= MOST_PICTURES) {
    throw new DomainError('request.invalid', {
      message: `A gallery holds at most ${MOST_PICTURES} pictures. Remove one first.`,
    })
  }
  const pictureId = await addPicture(tx, modId, picture)
  const after = { picture: picture.originalKey, ...wordsOf(picture) }
  await galleryChanged(tx, { actorId, action: 'add picture', mod, after })
  // The first picture that is large enough becomes the cover of a draft. What people order later stays.
  const isFirstLarge = picture.width >= COVER_WIDTH && before.every(({ width }) => width < COVER_WIDTH)
  if (mod.status === 'draft' && before.length > 0 && isFirstLarge) {
    await orderPictures(tx, { actorId, modId, ids: [pictureId, ...before.map(({ id }) => id)] })
  }
  return pictureId
}

/** Changes a picture's label, alt text, kind or caption. */
export const editPicture = async (tx: Tx, { words, ...which }: OfPicture & { words: PictureChange }) => {
  const { mod, row } = await lockPicture(tx, which)
  const before = wordsOf(row)
  const after = {
    label: words.label ?? before.label,
    alt: words.alt ?? before.alt,
    kind: words.kind ?? before.kind,
    caption: words.caption === undefined ? before.caption : words.caption,
  }
  await tx.update(modPictures).set(after).where(eq(modPictures.id, row.id))
  await galleryChanged(tx, { actorId: which.actorId, action: 'describe picture', mod, before, after })
  return row.id
}

/** Stores the cropped area as its own picture, before the transaction that shows it. */
export const cutFromGallery = async (
  db: Db,
  storage: Storage,
  { actorId: account, modId, pictureId, area }: OfPicture & { area: Area },
) => {
  const row = await findPicture(db, modId, pictureId)
  if (area.left + area.width > row.width || area.top + area.height > row.height) {
    const message = `The crop is outside the picture, which is ${row.width} x ${row.height} pixels.`
    throw new DomainError('request.invalid', { issues: [{ path: '/width', message }] })
  }
  const made = inPictureTurn({ account }, async (pictures) => {
    const whole = await fromStorage(storage.getPublic(row.originalKey))
    return pictures.read(await pictures.cut(whole, area))
  })
  return { whole: row.hash, part: await storeUsable(storage, made) }
}

/** Replaces the picture with its cropped version. Fails if the picture was replaced in the meantime. */
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
  const before = { picture: row.originalKey, ...wordsOf(row) }
  await galleryChanged(tx, { actorId: which.actorId, action: 'remove picture', mod, before })
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
  // Moves to unused positions first, because positions must stay unique even while pictures move.
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
  const { id, ...row } = await findPicture(db, modId, pictureId)
  return { id, picture: toGalleryPicture(objects, row) }
}

/** A picture's texts for the audit log. */
const wordsOf = ({ label, alt, kind = 'studio', caption = null }: PictureWords) => ({ label, alt, kind, caption })

const findPicture = async (db: Db, modId: number, pictureId: number) => {
  const [row] = await db
    .select({ id: modPictures.id, ...GALLERY_COLUMNS })
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
