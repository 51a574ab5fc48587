import { and, asc, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import {
  planPrices,
  subscriptionInvoices,
  subscriptionPlans,
  subscriptionRefunds,
  subscriptions,
} from '@slipstream/db/tables/subscriptions'
import type { PersonalData } from '#lib/personal-data.ts'
import { endSubscriptionsOf } from './end-subscription.service.ts'
import { LIVE_STATUSES } from './premium-access.ts'

/** The law requires keeping payments for years, but not the person in them. */
export const subscriptionsPersonalData: PersonalData = {
  name: 'subscriptions',
  tables: ['subscriptions', 'subscription_refunds'],
  collect: async (tx, userId) => {
    const rows = await collectSubscriptions(tx, userId)
    const ids = rows.map(({ id }) => id)
    const invoices = await tx
      .select({
        id: subscriptionInvoices.id,
        subscriptionId: subscriptionInvoices.subscriptionId,
        number: subscriptionInvoices.number,
        status: subscriptionInvoices.status,
        amountCents: subscriptionInvoices.amountCents,
        refundedCents: subscriptionInvoices.refundedCents,
        paidAt: subscriptionInvoices.paidAt,
      })
      .from(subscriptionInvoices)
      .where(inArray(subscriptionInvoices.subscriptionId, ids))
      .orderBy(asc(subscriptionInvoices.issuedAt))
    // Leaves out the reason, which is a staff note.
    const refunds = await tx
      .select({
        invoiceId: subscriptionRefunds.invoiceId,
        amountCents: subscriptionRefunds.amountCents,
        state: subscriptionRefunds.state,
        createdAt: subscriptionRefunds.createdAt,
      })
      .from(subscriptionRefunds)
      .where(
        inArray(
          subscriptionRefunds.invoiceId,
          invoices.map(({ id }) => id),
        ),
      )
      .orderBy(asc(subscriptionRefunds.id))
    return rows.map(({ id, ...row }) => ({
      ...row,
      invoices: invoices
        .filter(({ subscriptionId }) => subscriptionId === id)
        .map((invoice) => ({ ...invoice, refunds: refunds.filter(({ invoiceId }) => invoiceId === invoice.id) })),
    }))
  },
  /** A running subscription ends, and its address stays until its last mail is sent. */
  erase: async (tx, userId) => {
    await endSubscriptionsOf(tx, userId, 'deleted')
    // The staff's words about the customer.
    await tx.execute(sql`
      update ${subscriptionRefunds} r set reason = '' from ${subscriptionInvoices} i, ${subscriptions} s
      where i.id = r.invoice_id and s.id = i.subscription_id and s.user_id = ${userId}`)
    await tx
      .update(subscriptions)
      .set({ cardBrand: null, cardLast4: null, cardFingerprint: null })
      .where(eq(subscriptions.userId, userId))
    await tx
      .update(subscriptions)
      .set({ email: null })
      .where(and(eq(subscriptions.userId, userId), notInArray(subscriptions.status, ['pending', ...LIVE_STATUSES])))
  },
}

const collectSubscriptions = (tx: Tx, userId: number) =>
  tx
    .select({
      id: subscriptions.id,
      plan: subscriptionPlans.name,
      priceCents: planPrices.price,
      interval: planPrices.interval,
      status: subscriptions.status,
      email: subscriptions.email,
      card: {
        brand: subscriptions.cardBrand,
        last4: subscriptions.cardLast4,
        fingerprint: subscriptions.cardFingerprint,
      },
      createdAt: subscriptions.createdAt,
      startedAt: subscriptions.startedAt,
      paidThrough: subscriptions.paidThrough,
      accessUntil: subscriptions.accessUntil,
      endedAt: subscriptions.endedAt,
      endReason: subscriptions.endReason,
      refundedAt: subscriptions.refundedAt,
    })
    .from(subscriptions)
    .innerJoin(planPrices, eq(planPrices.id, subscriptions.planPriceId))
    .innerJoin(subscriptionPlans, eq(subscriptionPlans.id, planPrices.planId))
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.id))
