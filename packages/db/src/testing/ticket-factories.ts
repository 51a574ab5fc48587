import { randomUUID } from 'node:crypto'
import { ticketDueAt } from '@slipstream/contract/ticket-clocks'
import { responseLimitHoursOf } from '@slipstream/contract/ticket-terms'
import type { WritableDb } from '../client.ts'
import { first } from './first.ts'
import { ticketAttachments, ticketEvents, ticketMessages, tickets } from '../tables/tickets.ts'

/** A ticket with its first message. */
export const createTicket = async (
  db: WritableDb,
  {
    body = 'The game closes while it loads the mod.',
    ...values
  }: Partial<typeof tickets.$inferInsert> & { body?: string } = {},
) => {
  const clientKey = randomUUID()
  const { createdAt: openedAt = new Date(), category = 'mod', status = 'open' } = values
  const due = ticketDueAt([{ kind: 'opened', at: openedAt.getTime() }], responseLimitHoursOf(category)) ?? 0
  const ticket = first(
    await db
      .insert(tickets)
      .values({
        subject: 'The game crashes',
        category,
        clientKey,
        createdAt: openedAt,
        dueAt: status === 'open' ? new Date(due) : null,
        ...values,
      })
      .returning(),
  )
  const { createdAt, userId: authorId } = ticket
  await db
    .insert(ticketMessages)
    .values({ ticketId: ticket.id, authorKind: 'customer', authorId, body, clientKey, createdAt })
  await db.insert(ticketEvents).values({ ticketId: ticket.id, kind: 'opened', actorId: authorId, at: createdAt })
  return ticket
}

/** A row without an object in the bucket. */
export const createAttachment = async (
  db: WritableDb,
  values: Partial<typeof ticketAttachments.$inferInsert> & { uploaderId: number },
) =>
  first(
    await db
      .insert(ticketAttachments)
      .values({ kind: 'log', name: 'game.log', objectKey: `tickets/${randomUUID()}.txt`, sizeBytes: 12, ...values })
      .returning(),
  )
