import { eq } from 'drizzle-orm'
import type { GuestThread } from '@slipstream/contract/tickets'
import type { Db } from '@slipstream/db/client'
import { tickets } from '@slipstream/db/tables/tickets'
import { maskedAddress } from './masked-address.ts'
import { readThread } from './read-thread.service.ts'
import { readLink } from './ticket-links.service.ts'

/** The thread that a mailed link opens. Its schema drops everything that belongs to an account. */
export const readLinkedThread = async (db: Db, token: string): Promise<GuestThread> => {
  const { ticketId, email } = await readLink(db, token)
  const thread = await readThread(db, eq(tickets.id, ticketId))
  return { ...thread, recipient: maskedAddress(email) }
}
