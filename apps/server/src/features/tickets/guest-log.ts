import { randomUUID } from 'node:crypto'
import { TICKET_LIMITS } from '@slipstream/contract/ticket-terms'
import type { GuestLog } from '@slipstream/contract/tickets'
import type { Storage } from '#gateways/storage.ts'
import { DomainError } from '#lib/domain-error.ts'
import { fromStorage } from '#lib/from-storage.ts'
import { readable } from './attachments.service.ts'
import type { TicketLimits } from './ticket-limits.ts'

/** A stored log of a guest, to be written with its message. */
export interface KeptLog {
  name: string
  objectKey: string
  sizeBytes: number
}

interface Parts {
  storage: Storage
  limits: Pick<TicketLimits, 'mayAttach'>
}

/** If its message is not written, the sweep of the bucket removes the object. */
export const keepGuestLog = async (
  { storage, limits }: Parts,
  ip: string,
  { name, text }: GuestLog,
): Promise<KeptLog> => {
  const given = Buffer.from(text)
  if (given.length > TICKET_LIMITS.guestLogBytes) {
    throw new DomainError('tickets.attachment_unusable', {
      message: 'This log is larger than 1 MB. Start the game once more, and send the log of that run.',
    })
  }
  const { bytes, extension, contentType } = readable(given)
  if (!(await limits.mayAttach(ip))) throw new DomainError('tickets.too_many_attachments')
  const objectKey = `tickets/${randomUUID()}.${extension}`
  await fromStorage(storage.putPrivate(objectKey, bytes, contentType))
  return { name, objectKey, sizeBytes: bytes.length }
}
