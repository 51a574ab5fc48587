import { and, asc, desc, eq, isNull, ne, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { auditLog } from '@slipstream/db/tables/audit'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { mods } from '@slipstream/db/tables/mods'
import { orderEvents, orderRefunds, refundRequests } from '@slipstream/db/tables/order-history'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import type { PersonalData } from '#lib/personal-data.ts'
import { STORE_REASONS, type StoreReason } from '#features/entitlements/entitlements.service.ts'
import { endOpenPayments } from './forget-buyers.service.ts'

/** The law requires keeping orders and payments for years, but not the person in them. */
export const ordersPersonalData: PersonalData = {
  name: 'orders',
  tables: ['orders', 'order_events', 'order_refunds', 'refund_requests', 'entitlements'],
  collect: async (tx, userId) => ({
    orders: await collectOrders(tx, userId),
    locker: await tx
      .select({
        title: mods.title,
        source: entitlements.source,
        grantedAt: entitlements.grantedAt,
        firstDownloadedAt: entitlements.firstDownloadedAt,
        revokedAt: entitlements.revokedAt,
        revokeReason: entitlements.revokeReason,
      })
      .from(entitlements)
      .innerJoin(mods, eq(mods.id, entitlements.modId))
      .where(eq(entitlements.userId, userId))
      .orderBy(desc(entitlements.id)),
    requests: await tx
      .select({
        order: orders.number,
        kind: refundRequests.kind,
        state: refundRequests.state,
        reason: refundRequests.reason,
        answer: refundRequests.answer,
        createdAt: refundRequests.createdAt,
      })
      .from(refundRequests)
      .innerJoin(orders, eq(orders.id, refundRequests.orderId))
      .where(eq(orders.userId, userId))
      .orderBy(desc(refundRequests.id)),
  }),
  erase: async (tx, userId) => {
    const theirs = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))
    // What people wrote about the customer, in whatever words.
    await tx
      .update(refundRequests)
      .set({ reason: '', answer: sql`case when ${refundRequests.answer} is not null then '' end` })
      .where(sql`${refundRequests.orderId} in ${theirs}`)
    await tx.update(orderRefunds).set({ reason: '' }).where(sql`${orderRefunds.orderId} in ${theirs}`)
    await tx
      .update(auditLog)
      .set({ before: sql`${auditLog.before} - 'reason'`, after: sql`${auditLog.after} - 'reason'` })
      .where(and(eq(auditLog.subject, 'order'), sql`${auditLog.subjectId} in (select id::text from ${theirs} theirs)`))
    // Removes the addresses that mails went to, and all reasons.
    await tx
      .update(orderEvents)
      .set({ detail: sql`${orderEvents.detail} - 'to' - 'reason'` })
      .where(sql`${orderEvents.orderId} in ${theirs}`)
    // Removes the person's name and the reasons from grants and revocations; only the mod's title stays.
    await tx
      .update(auditLog)
      .set({
        subjectName: sql`${mods.title}`,
        before: sql`${auditLog.before} - 'reason'`,
        after: sql`${auditLog.after} - 'reason'`,
      })
      .from(entitlements)
      .innerJoin(mods, eq(mods.id, entitlements.modId))
      .where(
        and(
          eq(entitlements.userId, userId),
          eq(auditLog.subject, 'entitlement'),
          sql`${auditLog.subjectId} = ${entitlements.id}::text`,
        ),
      )
    await endOpenPayments(tx, userId)
    await tx
      .update(orders)
      .set({ email: null })
      .where(and(eq(orders.userId, userId), ne(orders.status, 'pending')))
    await tx
      .update(entitlements)
      .set({ revokedAt: sql`now()`, revokeReason: 'account deleted' satisfies StoreReason })
      .where(and(eq(entitlements.userId, userId), isNull(entitlements.revokedAt)))
    await tx
      .update(entitlements)
      .set({ revokeReason: '' })
      .where(and(eq(entitlements.userId, userId), notInArray(entitlements.revokeReason, [...STORE_REASONS])))
  },
}

const collectOrders = (tx: Tx, userId: number) =>
  tx
    .select({
      number: orders.number,
      status: orders.status,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      totalCents: orders.totalCents,
      email: orders.email,
      country: orders.country,
      consentVersion: orders.consentVersion,
      consentedAt: orders.consentedAt,
      items: sql<unknown>`(
        select jsonb_agg(jsonb_build_object('title', title, 'paidCents', paid_cents, 'refundedCents', refunded_cents) order by id)
        from ${orderItems} where order_id = ${orders}.id)`,
    })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(asc(orders.id))
