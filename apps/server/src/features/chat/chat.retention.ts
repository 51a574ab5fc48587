import { sql } from 'drizzle-orm'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { chatMessages } from '@slipstream/db/tables/chat'
import { deleteById, type RetentionRule } from '#lib/retention.ts'

/** Staff write about customers here, so messages are kept as long as support tickets. */
export const chatRetention: readonly RetentionRule[] = [
  {
    name: 'chat',
    what: 'Messages of the staff’s chat',
    fate: 'deleted',
    period: { years: RETENTION_YEARS.supportCommunications },
    tables: ['chat_messages', 'chat_mentions'],
    keyType: 'integer',
    due: (cutoff) => sql`
        select id as key, 'message ' || id || ', ' || created_at::date as example from ${chatMessages}
        where created_at < ${cutoff}`,
    remove: deleteById(chatMessages),
  },
]
