import { sql } from 'drizzle-orm'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { tickets } from '@slipstream/db/tables/tickets'
import { deleteById, type RetentionRule } from '#lib/retention.ts'

export const ticketsRetention: readonly RetentionRule[] = [
  {
    // The sweep of the buckets removes the files afterwards.
    name: 'tickets',
    what: 'Tickets with their messages and files',
    fate: 'deleted',
    period: { years: RETENTION_YEARS.supportCommunications },
    tables: ['tickets', 'ticket_messages', 'ticket_notes', 'ticket_events', 'ticket_attachments'],
    keyType: 'integer',
    due: (cutoff) => sql`
        select t.id as key, 'Ticket ' || t.id || ', ' || t.category || ', ' || t.last_message_at::date as example
        from ${tickets} t where t.last_message_at < ${cutoff}`,
    remove: deleteById(tickets),
  },
]
