import { eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { tickets } from '@slipstream/db/tables/tickets'
import { recordChange } from '#features/audit/audit.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { changeTicket, type TicketRow, type TicketStep } from '../change-ticket.service.ts'

const isTicket = (id: number) => eq(tickets.id, id)

/** The same account, or the same address of a guest. An address alone never joins a guest with an account. */
const isSameCustomer = (one: TicketRow, other: TicketRow) =>
  one.userId === null && other.userId === null ? one.guestEmail === other.guestEmail : one.userId === other.userId

/**
 * Moves nothing: the ticket gets a pointer to the one that continues it, the thread shows both, and undoing clears the
 * pointer. Tickets merged into this one follow, so that a pointer never leads to another pointer.
 */
export const mergeTicket = async (tx: Tx, ticketId: number, intoId: number, by: number) => {
  if (ticketId === intoId) throw new DomainError('tickets.merged_already')
  await lockBoth(tx, ticketId, intoId)
  const into = await changeTicket(tx, isTicket(intoId), { actorId: by }, () => ({
    events: [{ kind: 'merged', data: { from: ticketId } }],
  }))
  if (into.id === ticketId) throw new DomainError('tickets.merged_already')
  await changeTicket(tx, isTicket(ticketId), { actorId: by, followsMerge: false }, (ticket) => {
    if (ticket.mergedIntoId !== null) throw new DomainError('tickets.merged_already')
    if (!isSameCustomer(ticket, into)) throw new DomainError('tickets.other_customer')
    return pointTo(into.id)
  })
  const followers = await tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.mergedIntoId, ticketId))
  for (const { id } of followers) {
    await changeTicket(tx, isTicket(id), { actorId: by, followsMerge: false }, () => pointTo(into.id))
  }
  await audit(tx, by, ticketId, 'merge', into.id)
  return into.id
}

const pointTo = (into: number): TicketStep => ({
  set: { mergedIntoId: into },
  events: [{ kind: 'merged', data: { into } }],
})

/** In the order of their ids, so that merging two tickets into each other at once waits instead of deadlocking. */
const lockBoth = async (tx: Tx, one: number, other: number) => {
  for (const id of [Math.min(one, other), Math.max(one, other)]) {
    await tx.select({ id: tickets.id }).from(tickets).where(isTicket(id)).for('update')
  }
}

/** Idempotent. */
export const unmergeTicket = async (tx: Tx, ticketId: number, by: number) => {
  let wasIn: number | null = null
  await changeTicket(tx, isTicket(ticketId), { actorId: by, followsMerge: false }, (ticket) => {
    wasIn = ticket.mergedIntoId
    return wasIn === null
      ? null
      : { set: { mergedIntoId: null }, events: [{ kind: 'unmerged', data: { outOf: wasIn } }] }
  })
  if (wasIn !== null) await audit(tx, by, ticketId, 'unmerge', wasIn)
}

const audit = (tx: Tx, by: number, id: number, action: string, other: number) =>
  recordChange(tx, {
    actorId: by,
    action,
    subject: 'ticket',
    subjectId: id,
    subjectName: `T-${id}`,
    after: { ticket: `T-${other}` },
  })
