import { asc, eq, sql } from 'drizzle-orm'
import { billingDetails, invoices } from '@slipstream/db/tables/invoices'
import { orders } from '@slipstream/db/tables/orders'
import type { PersonalData } from '#lib/personal-data.ts'
import { readBilling } from './billing-details.service.ts'

/**
 * Issued invoices are kept as long as the law requires, with the company, address and tax number that the buyer put on
 * them. The account's name and e-mail address are not needed there and are erased with the account.
 */
export const invoicesPersonalData: PersonalData = {
  name: 'invoices',
  tables: ['billing_details'],
  collect: async (tx, userId) => ({
    billing: await readBilling(tx, userId),
    documents: await tx
      .select({
        number: invoices.number,
        kind: invoices.kind,
        order: orders.number,
        issuedAt: invoices.issuedAt,
        amountCents: invoices.amountCents,
        buyer: sql<unknown>`${invoices.content} -> 'buyer'`,
        payment: sql<unknown>`${invoices.content} -> 'payment'`,
      })
      .from(invoices)
      .innerJoin(orders, eq(orders.id, invoices.orderId))
      .where(eq(orders.userId, userId))
      .orderBy(asc(invoices.id)),
  }),
  erase: async (tx, userId) => {
    await tx.delete(billingDetails).where(eq(billingDetails.userId, userId))
    const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
    await tx
      .update(invoices)
      .set({
        content: sql`${invoices.content} || jsonb_build_object('buyer',
          (${invoices.content} -> 'buyer') || '{"name": null, "email": null}'::jsonb)`,
      })
      .where(sql`${invoices.orderId} in ${theirs}`)
  },
}
