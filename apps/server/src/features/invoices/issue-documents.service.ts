import { and, asc, eq, inArray } from 'drizzle-orm'
import { INVOICE_SERIES, type InvoiceKind } from '@slipstream/contract/invoice-texts'
import type { InvoiceContent } from '@slipstream/contract/invoices'
import { cents } from '@slipstream/contract/money'
import type { Settings } from '@slipstream/contract/settings'
import type { Db, Tx } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { billingDetails, invoiceBacklog, invoices } from '@slipstream/db/tables/invoices'
import { orderRefunds } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { users } from '@slipstream/db/tables/users'
import type { PaymentMethod } from '#features/payments/read-payment.ts'
import { readSettings } from '#features/settings/settings.service.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { writtenDay } from '#lib/mail/written-dates.ts'
import { drawNumber, takeNumber } from './draw-number.service.ts'
import { type NotedNumbers, notedName } from './noted-numbers.ts'

type Entry = typeof ledgerEntries.$inferSelect
type Document = typeof invoices.$inferSelect

/**
 * Issues the documents that the order's entries in the ledger lack: an invoice for the payment, a credit note for each
 * refund, and the cancellation of a credit note whose refund the bank has returned. Idempotent. The caller holds the
 * order's lock and takes no other lock afterwards: all orders queue up for the next number until this one commits.
 */
export const issueDocuments = async (
  tx: Tx,
  orderId: number,
  payment: PaymentMethod | null,
  noted: NotedNumbers = {},
) => {
  const due = await tx.delete(invoiceBacklog).where(eq(invoiceBacklog.orderId, orderId)).returning()
  if (due.length === 0) return
  const entries = await tx
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.orderId, orderId), inArray(ledgerEntries.kind, ['payment', 'refund', 'refund_failed'])))
    .orderBy(asc(ledgerEntries.at), asc(ledgerEntries.id))
  const issued = await tx.select().from(invoices).where(eq(invoices.orderId, orderId))
  const sale = await readSale(tx, orderId, payment, noted)
  const find = (kind: InvoiceKind, stripeId?: string) =>
    issued.find((one) => one.kind === kind && (stripeId === undefined || one.stripeId === stripeId))

  const paid = entries.find(({ kind }) => kind === 'payment')
  const invoice = find('invoice') ?? (paid && (await issue(tx, sale, { kind: 'invoice', entry: paid, refersTo: null })))
  // Without a payment there is nothing that a credit note could reduce.
  if (!invoice) return
  for (const entry of entries.filter(({ kind }) => kind === 'refund')) {
    const isReturned = entries.some(({ kind, stripeId }) => kind === 'refund_failed' && stripeId === entry.stripeId)
    const note = find('credit_note', entry.stripeId)
    if (!note && !isReturned) await issue(tx, sale, { kind: 'credit_note', entry, refersTo: invoice })
    if (note && isReturned && !find('cancellation', entry.stripeId)) {
      await issue(tx, sale, { kind: 'cancellation', entry, refersTo: note })
    }
  }
}

/** Whether a money movement of the order has no document yet. */
export const isUninvoiced = async (db: Db, orderId: number) =>
  (await db.$count(invoiceBacklog, eq(invoiceBacklog.orderId, orderId))) > 0

interface Wanted {
  kind: InvoiceKind
  entry: Entry
  /** The document that this one reduces or cancels. */
  refersTo: Document | null
}

const issue = async (tx: Tx, sale: Sale, { kind, entry, refersTo }: Wanted): Promise<Document> => {
  const amountCents = Math.abs(entry.amountCents)
  const lines = kind === 'invoice' ? soldLines(sale) : refundedLines(sale, entry, amountCents)
  const series = INVOICE_SERIES[kind]
  const noted = sale.noted[notedName(kind, entry.stripeId)]
  const { number, year, place, issuedAt } =
    (noted === undefined ? null : await takeNumber(tx, series, noted, entry.at)) ??
    (await drawNumber(tx, series, sale.settings.timeZone))
  const content: InvoiceContent = {
    ...sale.content,
    issuedOn: writtenDay(issuedAt, sale.settings.timeZone),
    movedOn: writtenDay(entry.at, sale.settings.timeZone),
    lines,
    refersTo: refersTo?.number ?? null,
  }
  const values = { orderId: sale.order.id, kind, number, series, year, place, amountCents, issuedAt, content }
  const [written] = await tx
    .insert(invoices)
    .values({ ...values, stripeId: entry.stripeId, refersToId: refersTo?.id ?? null })
    .returning()
  if (!written) throw new Error('the invoice was not written')
  await enqueue(tx, 'invoices.note_at_stripe', { invoiceId: written.id }, { jobKey: `note-${number}` })
  return written
}

type Sale = Awaited<ReturnType<typeof readSale>>

/** Everything a document states, as it is now. */
const readSale = async (tx: Tx, orderId: number, payment: PaymentMethod | null, noted: NotedNumbers) => {
  const [found] = await tx
    .select({ order: orders, name: users.username, couponCode: coupons.code, billing: billingDetails })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(coupons, eq(coupons.id, orders.couponId))
    .leftJoin(billingDetails, eq(billingDetails.userId, orders.userId))
    .where(eq(orders.id, orderId))
  if (!found) throw new Error(`order ${orderId} is gone`)
  const { order, name, couponCode, billing } = found
  const settings = await readSettings(tx)
  return {
    order,
    settings,
    noted,
    items: await tx.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(asc(orderItems.id)),
    refunds: await tx.select().from(orderRefunds).where(eq(orderRefunds.orderId, orderId)),
    content: {
      orderNumber: order.number,
      seller: sellerOf(settings),
      buyer: {
        // After the account was deleted, the e-mail address is empty and the username is only a placeholder.
        name: order.email === null ? null : name,
        email: order.email,
        billing: billing && { name: billing.name, address: billing.address, taxId: billing.taxId },
      },
      couponCode,
      payment,
    },
  }
}

const sellerOf = ({ sellerName, sellerAddress, sellerTaxId, taxNote, storeName, contactEmail }: Settings) => ({
  name: sellerName || storeName,
  address: sellerAddress,
  taxId: sellerTaxId,
  email: contactEmail,
  taxNote,
})

const soldLines = ({ items }: Sale): InvoiceContent['lines'] =>
  items.map(({ title, priceCents, discountCents, paidCents }) => ({
    title,
    priceCents: cents(priceCents),
    discountCents: cents(discountCents),
    amountCents: cents(paidCents),
  }))

/** How much of each mod was refunded. */
const refundedLines = ({ items, refunds }: Sale, { stripeId }: Entry, amountCents: number): InvoiceContent['lines'] => {
  const parts = refunds.find((refund) => refund.stripeId === stripeId)?.items ?? []
  const lines = parts.map(({ itemId, amountCents: part }) =>
    lineOf(items.find(({ id }) => id === itemId)?.title ?? 'Mod', part),
  )
  const sum = parts.reduce((total, part) => total + part.amountCents, 0)
  return sum === amountCents ? lines : [lineOf(items.map(({ title }) => title).join(', '), amountCents)]
}

const lineOf = (title: string, amount: number) => ({
  title,
  priceCents: cents(amount),
  discountCents: cents(0),
  amountCents: cents(amount),
})
