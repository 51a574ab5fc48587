import { randomUUID } from 'node:crypto'
import { and, count, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { TICKET_LIMITS, type TicketAttachmentKind } from '@slipstream/contract/ticket-terms'
import type { AttachmentContent } from '@slipstream/contract/tickets'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { ticketAttachments, ticketMessages, tickets } from '@slipstream/db/tables/tickets'
import { pixelsOfIncoming } from '#features/pictures/incoming-picture.ts'
import { inPictureTurn } from '#features/pictures/picture-turns.ts'
import { fromStorage } from '#lib/from-storage.ts'
import { UnusablePicture } from '#gateways/unusable-picture.ts'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { readableLog } from './readable-log.ts'

const SECONDS_TO_SEND = 15 * 60
/** Enough to read small print in a screenshot. */
const READABLE_PIXELS = 2_560

const MAX_BYTES: Record<TicketAttachmentKind, number> = {
  picture: TICKET_LIMITS.pictureBytes,
  log: TICKET_LIMITS.logBytes,
}
const TOO_LARGE: Record<TicketAttachmentKind, string> = {
  picture: 'This picture is larger than 10 MB. Choose a smaller one, or crop it.',
  log: 'This file is larger than 2 MB. Start the game once more, and send the log of that run.',
}

const folderOf = (userId: number) => `incoming/tickets/${userId}/`

interface Offer {
  kind: TicketAttachmentKind
  contentType: string
  sizeBytes: number
}

/** A signed address for one file of exactly this size. Files that are never added are swept. */
export const offerAttachment = async (db: Db, storage: Storage, userId: number, offer: Offer) => {
  refuseSize(offer.kind, offer.sizeBytes)
  await refuseTooMany(db, userId)
  const key = `${folderOf(userId)}${randomUUID()}`
  const { contentType, sizeBytes } = offer
  return { key, url: await storage.presignUpload(key, { contentType, sizeBytes, expiresInSeconds: SECONDS_TO_SEND }) }
}

const refuseSize = (kind: TicketAttachmentKind, bytes: number) => {
  if (bytes > MAX_BYTES[kind]) throw new DomainError('tickets.attachment_unusable', { message: TOO_LARGE[kind] })
  if (bytes === 0) {
    throw new DomainError('tickets.attachment_unusable', { message: 'This file is empty. Choose another one.' })
  }
}

const refuseTooMany = async (db: Db, userId: number) => {
  const [today = { count: 0 }] = await db
    .select({ count: count() })
    .from(ticketAttachments)
    .where(
      and(eq(ticketAttachments.uploaderId, userId), gt(ticketAttachments.createdAt, sql`now() - interval '1 day'`)),
    )
  if (today.count >= TICKET_LIMITS.attachmentsPerDay) throw new DomainError('tickets.too_many_attachments')
}

interface Arrived {
  key: string
  kind: TicketAttachmentKind
  name: string
}

/** Keeps only a sanitized copy of an uploaded file. All in one turn: the second of two equal requests finds no file. */
export const addAttachment = async (db: Db, storage: Storage, userId: number, arrived: Arrived) => {
  const { key, kind } = arrived
  if (!key.startsWith(folderOf(userId))) throw new DomainError('tickets.attachment_not_found')
  const pixels = kind === 'log' ? 0 : await pixelsOfIncoming(storage, key)
  return inPictureTurn({ account: userId, pixels }, async (pictures) => {
    await refuseTooMany(db, userId)
    const given = await readArrived(storage, key, kind)
    const { bytes, extension, contentType } =
      kind === 'log'
        ? readable(given)
        : await clean(pictures.clean(given, { mostPixels: READABLE_PIXELS, promised: pixels }))
    return keep(db, storage, userId, {
      ...arrived,
      bytes,
      objectKey: `tickets/${randomUUID()}.${extension}`,
      contentType,
    })
  })
}

interface Cleaned {
  bytes: Buffer
  extension: string
  contentType: string
}

const keep = async (
  db: Db,
  storage: Storage,
  userId: number,
  { key, kind, name, bytes, objectKey, contentType }: Arrived & Omit<Cleaned, 'extension'> & { objectKey: string },
) => {
  await fromStorage(storage.putPrivate(objectKey, bytes, contentType))
  const added = await inTransaction(db, (tx) =>
    insertAttachment(tx, { uploaderId: userId, kind, name, objectKey, sizeBytes: bytes.length }),
  )
  // If this fails, the sweep removes it later.
  await storage.remove('private', key).catch(() => undefined)
  return added
}

const readArrived = async (storage: Storage, key: string, kind: TicketAttachmentKind) => {
  const size = await fromStorage(storage.sizeOfPrivate(key))
  if (size === null) throw new DomainError('tickets.attachment_not_found')
  refuseSize(kind, size)
  return fromStorage(storage.readPrivate(key, 0, size))
}

const clean = async (made: Promise<Pick<Cleaned, 'bytes'>>): Promise<Cleaned> => {
  try {
    const { bytes } = await made
    return { bytes, extension: 'webp', contentType: 'image/webp' }
  } catch (cause) {
    if (!(cause instanceof UnusablePicture)) throw cause
    throw new DomainError('tickets.attachment_unusable', { message: cause.message, cause })
  }
}

/** The bytes to keep of a text file. */
export const readable = (given: Buffer): Cleaned => {
  const words = readableLog(given)
  if (words === null) {
    throw new DomainError('tickets.attachment_unusable', {
      message: 'This is not a text file. Send the game’s log, which ends with .log or .txt.',
    })
  }
  return { bytes: Buffer.from(words), extension: 'txt', contentType: 'text/plain; charset=utf-8' }
}

const insertAttachment = async (tx: Tx, values: typeof ticketAttachments.$inferInsert) => {
  const [added] = await tx.insert(ticketAttachments).values(values).returning({
    id: ticketAttachments.id,
    kind: ticketAttachments.kind,
    name: ticketAttachments.name,
    sizeBytes: ticketAttachments.sizeBytes,
  })
  if (!added) throw new Error('the attachment was not written')
  return added
}

/** Forgets a file that was not sent yet. The sweep removes its object. */
export const removeAttachment = async (tx: Tx, userId: number, id: number) => {
  const removed = await tx
    .delete(ticketAttachments)
    .where(
      and(eq(ticketAttachments.id, id), eq(ticketAttachments.uploaderId, userId), isNull(ticketAttachments.messageId)),
    )
    .returning({ id: ticketAttachments.id })
  if (removed.length === 0) throw new DomainError('tickets.attachment_not_found')
}

/** Files of a customer's own tickets, and those that the customer has not sent yet. */
export const ofOwner = (userId: number) =>
  or(
    and(isNull(ticketAttachments.messageId), eq(ticketAttachments.uploaderId, userId)),
    and(isNotNull(ticketAttachments.messageId), eq(tickets.userId, userId)),
  )

/** Files of one thread, for the recipient of its link. */
export const ofThread = (ticketId: number) => or(eq(tickets.id, ticketId), eq(tickets.mergedIntoId, ticketId))

/** `whose` contains the ownership check, so that another person's file counts as not found. */
export const readAttachment = async (
  db: Db,
  storage: Storage,
  id: number,
  whose: SQL | undefined,
): Promise<AttachmentContent> => {
  const [file] = await db
    .select({
      kind: ticketAttachments.kind,
      name: ticketAttachments.name,
      objectKey: ticketAttachments.objectKey,
    })
    .from(ticketAttachments)
    .leftJoin(ticketMessages, eq(ticketMessages.id, ticketAttachments.messageId))
    .leftJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
    .where(and(eq(ticketAttachments.id, id), whose))
  if (!file) throw new DomainError('tickets.attachment_not_found')
  const size = await fromStorage(storage.sizeOfPrivate(file.objectKey))
  if (size === null) throw new DomainError('tickets.attachment_gone')
  const bytes = await fromStorage(storage.readPrivate(file.objectKey, 0, size))
  const { name } = file
  return file.kind === 'log'
    ? { kind: 'log', name, text: bytes.toString() }
    : { kind: 'picture', name, dataUrl: `data:image/webp;base64,${bytes.toString('base64')}` }
}
