import { asc, eq } from 'drizzle-orm'
import { strays } from '@slipstream/db/tables/payments'
import type { PersonalData } from '#lib/personal-data.ts'

export const reconciliationPersonalData: PersonalData = {
  name: 'sales that a restore had lost',
  tables: ['strays'],
  collect: (tx, userId) =>
    tx
      .select({ number: strays.number, amountCents: strays.amountCents, soldAt: strays.soldAt, state: strays.state })
      .from(strays)
      .where(eq(strays.accountId, userId))
      .orderBy(asc(strays.id)),
  erase: async (tx, userId) => {
    await tx.update(strays).set({ accountId: null }).where(eq(strays.accountId, userId))
    await tx.update(strays).set({ decidedBy: null }).where(eq(strays.decidedBy, userId))
  },
}
