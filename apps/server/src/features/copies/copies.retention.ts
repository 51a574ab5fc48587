import { inArray, sql } from 'drizzle-orm'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { copies, copyMarks } from '@slipstream/db/tables/copies'
import type { RetentionRule } from '#lib/retention.ts'
import { removeCopies } from './sweep-copies.service.ts'

export const copiesRetention: readonly RetentionRule[] = [
  {
    name: 'copy-marks',
    what: 'Marks of copies',
    fate: 'deleted; copies made before can no longer be traced',
    period: { years: RETENTION_YEARS.purchaseRecords },
    tables: ['copy_marks'],
    keyType: 'integer',
    due: (cutoff) => sql`
        select id as key, 'Mark ' || id || ' of mod ' || mod_id || ', ' || created_at::date as example
        from ${copyMarks} where created_at < ${cutoff}`,
    remove: async (tx, keys) => {
      const ids = keys.map(Number)
      const made = await tx.select({ id: copies.id }).from(copies).where(inArray(copies.markId, ids))
      await removeCopies(
        tx,
        made.map(({ id }) => id),
      )
      await tx.delete(copyMarks).where(inArray(copyMarks.id, ids))
    },
  },
]
