import { asc, eq } from 'drizzle-orm'
import { operations } from '@slipstream/db/tables/operations'
import type { PersonalData } from '#lib/personal-data.ts'

export const operationsPersonalData: PersonalData = {
  name: 'operations started as an administrator',
  tables: ['operations'],
  collect: (tx, userId) =>
    tx
      .select({ title: operations.title, state: operations.state, createdAt: operations.createdAt })
      .from(operations)
      .where(eq(operations.startedBy, userId))
      .orderBy(asc(operations.id)),
  erase: async (tx, userId) => {
    await tx.update(operations).set({ startedBy: null }).where(eq(operations.startedBy, userId))
  },
}
