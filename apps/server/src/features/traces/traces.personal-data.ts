import { asc, eq } from 'drizzle-orm'
import { traces } from '@slipstream/db/tables/traces'
import type { PersonalData } from '#lib/personal-data.ts'

/** The findings of a trace name a mark, and a mark belongs to the purchase. Only the administrator is named here. */
export const tracesPersonalData: PersonalData = {
  name: 'leaked files traced as an administrator',
  tables: ['traces'],
  collect: (tx, userId) =>
    tx
      .select({ fileName: traces.fileName, createdAt: traces.createdAt })
      .from(traces)
      .where(eq(traces.startedBy, userId))
      .orderBy(asc(traces.id)),
  erase: async (tx, userId) => {
    await tx.update(traces).set({ startedBy: null }).where(eq(traces.startedBy, userId))
  },
}
