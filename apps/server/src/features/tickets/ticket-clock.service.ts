import { asc, eq, sql } from 'drizzle-orm'
import { type ClockEvent, ticketClocks, ticketDueAt } from '@slipstream/contract/ticket-clocks'
import { responseLimitHoursOf, type TicketCategory, type TicketEvent } from '@slipstream/contract/ticket-terms'
import type { Tx } from '@slipstream/db/client'
import { ticketEvents, tickets } from '@slipstream/db/tables/tickets'

interface EventRow {
  kind: TicketEvent
  at: Date
  data: Record<string, unknown>
}

/** The events that move a ticket's own clocks. Merging another ticket into this one does not end them. */
export const clockEventsOf = (events: readonly EventRow[]): ClockEvent[] =>
  events
    .filter(({ kind, data }) => kind !== 'merged' || data.into !== undefined)
    .map(({ kind, at }) => ({ kind, at: at.getTime() }))

/**
 * The columns derived from a ticket's events. They are stored so that the queue can use an index and the overview does
 * not need the history. The events remain the source of truth.
 */
export const clockColumns = async (tx: Tx, { id, category }: { id: number; category: TicketCategory }) => {
  const events = await tx
    .select({ kind: ticketEvents.kind, at: ticketEvents.at, data: ticketEvents.data })
    .from(ticketEvents)
    .where(eq(ticketEvents.ticketId, id))
    .orderBy(asc(ticketEvents.id))
  const history = clockEventsOf(events)
  const hours = responseLimitHoursOf(category)
  const dueAt = ticketDueAt(history, hours)
  const firstAnswer = events.find(({ kind }) => kind === 'staff_answered')
  const solved = events.findLast(({ kind }) => kind === 'solved' || kind === 'reopened')
  return {
    dueAt: dueAt === null ? null : new Date(dueAt),
    firstAnsweredAt: firstAnswer?.at ?? null,
    isFirstLate: ticketClocks(history, hours, history.at(-1)?.at ?? 0).first.isMissed,
    solvedAt: solved?.kind === 'solved' ? solved.at : null,
    // As of the latest change: buying Premium moves an open ticket forward with the customer's next message.
    isPremium: sql<boolean>`coalesce((select premium_expires_at > now() from users where users.id = ${tickets}.user_id), false)`,
  }
}
