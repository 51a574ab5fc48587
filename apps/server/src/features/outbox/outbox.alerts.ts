import { isNull } from 'drizzle-orm'
import { HOUR_MS, MINUTE_MS } from '@slipstream/contract/durations'
import type { Db } from '@slipstream/db/client'
import { outboxHolds } from '@slipstream/db/tables/outbox'
import type { AlertCheck } from '#lib/alerts.ts'

export const outboxAlerts = ({ db }: { db: Db }): readonly AlertCheck[] => [
  {
    // After a restore a person needs a while to look at each kind.
    lastsMs: HOUR_MS,
    calmMs: 5 * MINUTE_MS,
    name: 'outbox.held',
    title: 'Mails are held back',
    measures: 'No kind of mail or post has been held for more than an hour since the store was restored.',
    find: async () => {
      const held = await db.select().from(outboxHolds).where(isNull(outboxHolds.releasedAt)).orderBy(outboxHolds.kind)
      const [first] = held
      if (!first) return []
      const since = first.heldAt.toISOString().slice(0, 16).replace('T', ' ')
      const kinds = held.map(({ kind }) => kind).join(', ')
      return [{ problem: `Held since ${since} UTC: ${kinds}. Release each kind below Database, Backup.` }]
    },
  },
]
