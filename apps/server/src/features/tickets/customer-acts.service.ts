import { and, count, eq, gt, inArray, sql } from 'drizzle-orm'
import { TICKET_LIMITS } from '@slipstream/contract/ticket-terms'
import type { Tx } from '@slipstream/db/client'
import { ticketEvents, ticketMessages, tickets } from '@slipstream/db/tables/tickets'
import { DomainError } from '#lib/domain-error.ts'
import type { KeptLog } from './guest-log.ts'
import { changeTicket, type TicketRow, type TicketStep } from './change-ticket.service.ts'

/** The owner of an account, or the recipient of a mailed link to this ticket. */
export type Customer = { userId: number } | { guestOf: number }

const actorOf = (customer: Customer) => ('userId' in customer ? customer.userId : null)

/** Another person's ticket counts as not found. */
export const ownTicket = (ticketId: number, customer: Customer) =>
  'userId' in customer
    ? and(eq(tickets.id, ticketId), eq(tickets.userId, customer.userId))
    : and(eq(tickets.id, ticketId), eq(tickets.id, customer.guestOf), sql`${tickets.userId} is null`)

interface Reply {
  body: string
  clientKey: string
  attachmentIds?: readonly number[] | undefined
  /** Of a guest. */
  log?: KeptLog | undefined
}

/** Adds a message. It reopens a solved ticket; one marked as spam stays spam. */
export const replyToTicket = (tx: Tx, ticketId: number, customer: Customer, reply: Reply) =>
  changeTicket(
    tx,
    ownTicket(ticketId, customer),
    { actorId: actorOf(customer), clientKey: reply.clientKey },
    async (ticket) => {
      await refuseFlood(tx, ticket.id)
      return replyStep(ticket, actorOf(customer), reply)
    },
  )

const replyStep = (
  { status }: TicketRow,
  authorId: number | null,
  { body, clientKey, attachmentIds, log }: Reply,
): TicketStep => ({
  set: { status: status === 'spam' ? 'spam' : 'open', snoozedUntil: null },
  message: {
    authorKind: 'customer',
    authorId,
    body,
    clientKey,
    ...(attachmentIds && { attachmentIds }),
    ...(log && { log }),
  },
  events: [...(status === 'solved' ? [{ kind: 'reopened' as const }] : []), { kind: 'customer_wrote' }],
})

/** Counted in the database under the ticket's lock, so that parallel requests cannot exceed the limit. */
const refuseFlood = async (tx: Tx, ticketId: number) => {
  const recent = await tx
    .select({ id: ticketMessages.id })
    .from(ticketMessages)
    .where(
      and(
        eq(ticketMessages.ticketId, ticketId),
        eq(ticketMessages.authorKind, 'customer'),
        gt(ticketMessages.createdAt, sql`now() - interval '1 hour'`),
      ),
    )
    .limit(TICKET_LIMITS.messagesPerHour)
  if (recent.length >= TICKET_LIMITS.messagesPerHour) throw new DomainError('tickets.too_many')
}

/** An act of the customer without a message. One that changes nothing is not counted. */
const actOnTicket = (tx: Tx, ticketId: number, customer: Customer, act: (ticket: TicketRow) => TicketStep | null) =>
  changeTicket(tx, ownTicket(ticketId, customer), { actorId: actorOf(customer) }, async (ticket) => {
    const step = act(ticket)
    if (step) await refuseManyActs(tx, ticket.id)
    return step
  })

/** Counted like messages. Staff's acts count too, because the history has no other bound. */
const refuseManyActs = async (tx: Tx, ticketId: number) => {
  const [today = { count: 0 }] = await tx
    .select({ count: count() })
    .from(ticketEvents)
    .where(
      and(
        eq(ticketEvents.ticketId, ticketId),
        inArray(ticketEvents.kind, ['solved', 'reopened', 'rated']),
        gt(ticketEvents.at, sql`now() - interval '1 day'`),
      ),
    )
  if (today.count >= TICKET_LIMITS.actsPerDay) {
    throw new DomainError('request.too_many', { message: 'This ticket has changed often today. Try again tomorrow.' })
  }
}

/** Idempotent, like `reopenTicket`. */
export const solveTicket = (tx: Tx, ticketId: number, customer: Customer) =>
  actOnTicket(tx, ticketId, customer, ({ status }) =>
    status === 'solved' || status === 'spam'
      ? null
      : { set: { status: 'solved', snoozedUntil: null }, events: [{ kind: 'solved' }] },
  )

export const reopenTicket = (tx: Tx, ticketId: number, customer: Customer) =>
  actOnTicket(tx, ticketId, customer, ({ status }) =>
    status === 'solved' ? { set: { status: 'open' }, events: [{ kind: 'reopened' }] } : null,
  )

interface Rating {
  rating: number
  comment: string
}

/** Only a solved ticket can be rated; a second rating replaces the first. */
export const rateTicket = (tx: Tx, ticketId: number, customer: Customer, { rating, comment }: Rating) =>
  actOnTicket(tx, ticketId, customer, (ticket) => {
    if (ticket.status !== 'solved') throw new DomainError('tickets.not_solved')
    if (ticket.rating === rating && ticket.ratingComment === comment) return null
    return { set: { rating, ratingComment: comment }, events: [{ kind: 'rated', data: { rating } }] }
  })
