import { eq } from 'drizzle-orm'
import type { AfterReply } from '@slipstream/contract/tickets-admin'
import type { Tx } from '@slipstream/db/client'
import { tickets } from '@slipstream/db/tables/tickets'
import { changeTicket, type TicketRow } from './change-ticket.service.ts'

interface Answer {
  /** Null for an answer of the store itself. */
  authorId: number | null
  body: string
  clientKey: string
  attachmentIds?: readonly number[]
  /** What happens to the ticket afterward. */
  after: AfterReply
  /** Throws to refuse the answer. Runs while the ticket is locked. */
  check?: (ticket: TicketRow) => Promise<void>
}

/** Answers the customer, who is notified of it. */
export const answerTicket = (tx: Tx, ticketId: number, { authorId, after, check, ...message }: Answer) =>
  changeTicket(tx, eq(tickets.id, ticketId), { actorId: authorId, clientKey: message.clientKey }, async (ticket) => {
    await check?.(ticket)
    return {
      set: { status: after, snoozedUntil: null },
      message: { ...message, authorKind: authorId === null ? 'store' : 'staff', authorId },
      events: [{ kind: 'staff_answered' }, ...(after === 'open' ? [] : [{ kind: after }])],
    }
  })
