import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '@slipstream/db/client'
import { tickets } from '@slipstream/db/tables/tickets'
import { announceHint, type TopicRules } from '#lib/live/live-topic.ts'

/** A ticket can be followed by its customer and by the staff. */
export const ticketTopics = (db: Db): Pick<TopicRules, 'ticket'> => ({
  ticket: {
    of: 'thing',
    mayFollow: async (user, id) => {
      if (user.isAdmin) return true
      const [own] = await db
        .select({ id: tickets.id })
        .from(tickets)
        .where(and(eq(tickets.id, id), eq(tickets.userId, user.id)))
      return own !== undefined
    },
  },
})

interface Changed {
  id: number
  /** Null for a guest, who follows nothing. */
  userId: number | null
}

/** Tells the pages that show or list the ticket. The customer gets no hint about what only staff can see. */
export const announceTicket = async (tx: Tx, { id, userId }: Changed, isInternal = false) => {
  await announceHint(tx, 'ticket', id, isInternal ? 'staff' : undefined)
  await announceHint(tx, 'staff')
  if (userId !== null && !isInternal) await announceHint(tx, 'me', userId)
}
