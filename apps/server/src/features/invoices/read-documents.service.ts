import { and, asc, eq } from 'drizzle-orm'
import type { InvoiceDocument } from '@slipstream/contract/invoices'
import { cents } from '@slipstream/contract/money'
import type { Db } from '@slipstream/db/client'
import { invoices } from '@slipstream/db/tables/invoices'
import { orders } from '@slipstream/db/tables/orders'
import { DomainError } from '#lib/domain-error.ts'

type Row = typeof invoices.$inferSelect

const documentOf = ({ number, kind, issuedAt, amountCents, content }: Row): InvoiceDocument => ({
  ...content,
  number,
  kind,
  issuedAt: issuedAt.toISOString(),
  amountCents: cents(amountCents),
})

/** All documents of an order, in the order in which they were issued. */
export const listDocuments = async (db: Db, orderId: number): Promise<InvoiceDocument[]> => {
  const rows = await db.select().from(invoices).where(eq(invoices.orderId, orderId)).orderBy(asc(invoices.id))
  return rows.map(documentOf)
}

/** If an owner is given, another person's document counts as not found. */
export const readDocument = async (db: Db, number: string, ownerId?: number): Promise<InvoiceDocument> => {
  const [found] = await db
    .select({ row: invoices })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .where(and(eq(invoices.number, number), ownerId === undefined ? undefined : eq(orders.userId, ownerId)))
  if (!found) throw new DomainError('invoices.not_found')
  return documentOf(found.row)
}
