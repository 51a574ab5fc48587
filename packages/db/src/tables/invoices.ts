import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { InvoiceKind } from '@slipstream/contract/invoice-texts'
import type { InvoiceContent } from '@slipstream/contract/invoices'
import { createdAt, instant, wideId, wideReference } from './columns.ts'
import { orders } from './orders.ts'
import { users } from './users.ts'

/** Invoices and credit notes, as issued. A trigger refuses every change except removing a deleted buyer's name. */
export const invoices = pgTable(
  'invoices',
  {
    id: wideId(),
    orderId: integer().notNull(),
    kind: text().$type<InvoiceKind>().notNull(),
    /** `INV-2026-000123`: series, year and position. */
    number: text().notNull(),
    series: text({ enum: ['INV', 'CN'] }).notNull(),
    year: integer().notNull(),
    place: integer().notNull(),
    /** The document's total. Its kind gives the direction. */
    amountCents: integer().notNull(),
    /** Stripe's id of the ledger entry that it documents. */
    stripeId: text().notNull(),
    /** A credit note refers to its invoice, a cancellation to its credit note. */
    refersToId: wideReference(),
    issuedAt: createdAt(),
    content: jsonb().$type<InvoiceContent>().notNull(),
  },
  (table) => [
    // Orders are deleted only after the legal period, even by the previous release, which does not know this table.
    foreignKey({ name: 'invoices_order', columns: [table.orderId], foreignColumns: [orders.id] }).onDelete('cascade'),
    foreignKey({ name: 'invoices_refer_to', columns: [table.refersToId], foreignColumns: [table.id as AnyPgColumn] }),
    uniqueIndex('invoices_number').on(table.number),
    uniqueIndex('invoices_place').on(table.series, table.year, table.place),
    uniqueIndex('invoices_once').on(table.kind, table.stripeId),
    index('invoices_of_order').on(table.orderId, table.id),
    index('invoices_refer_to_document').on(table.refersToId).where(sql`refers_to_id is not null`),
    check('invoices_kind_known', sql`${table.kind} in ('invoice', 'credit_note', 'cancellation')`),
    check('invoices_series_of_kind', sql`(${table.kind} = 'invoice') = (${table.series} = 'INV')`),
    check('invoices_reference', sql`(${table.kind} = 'invoice') = (${table.refersToId} is null)`),
    check('invoices_amount', sql`${table.amountCents} > 0 and ${table.place} > 0`),
  ],
)

/** The last number of each series. The row stays locked until the document is committed, so no number is ever lost. */
export const invoiceCounters = pgTable('invoice_counters', {
  series: text({ enum: ['INV', 'CN'] }).primaryKey(),
  year: integer().notNull(),
  place: integer().notNull(),
})

/** Orders with ledger entries that lack a document. A trigger on the ledger adds them, whichever release writes. */
export const invoiceBacklog = pgTable(
  'invoice_backlog',
  {
    orderId: integer().primaryKey(),
    /** Since the last attempt that failed, or since the entry. */
    since: createdAt(),
  },
  (table) => [
    foreignKey({ name: 'invoice_backlog_order', columns: [table.orderId], foreignColumns: [orders.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** Company, address and tax number that a buyer wants on future invoices. */
export const billingDetails = pgTable(
  'billing_details',
  {
    userId: integer().primaryKey(),
    name: text().notNull(),
    address: text().notNull(),
    taxId: text().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [foreignKey({ name: 'billing_details_user', columns: [table.userId], foreignColumns: [users.id] })],
)
