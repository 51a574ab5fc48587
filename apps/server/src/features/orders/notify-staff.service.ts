import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { refundRequests } from '@slipstream/db/tables/order-history'
import { orders } from '@slipstream/db/tables/orders'
import { notifyAdmins } from '#features/notifications/notify.service.ts'
import { staffAddress } from '#features/notifications/staff-address.ts'
import { enqueue, type Jobs } from '#lib/jobs/jobs.ts'
import type { Sender } from '#lib/mail/letter.ts'
import { queueMail } from '#lib/outbox/outbox.ts'
import { staffMail } from './staff-mails.ts'

/** Six hours before the promised 24 are over. */
const REMIND_AFTER = sql`interval '18 hours'`
const REMINDERS_AT_ONCE = 100

/** Mails the staff about a request. No reminder is sent for one that has been decided. */
export const notifyStaff = async (tx: Tx, { requestId, isReminder }: Jobs['orders.tell_staff'], sender: Sender) => {
  const [request] = await tx
    .select({
      userId: orders.userId,
      number: orders.number,
      totalCents: orders.totalCents,
      kind: refundRequests.kind,
      origin: refundRequests.origin,
      state: refundRequests.state,
      reason: refundRequests.reason,
      createdAt: refundRequests.createdAt,
    })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.orderId))
    .where(eq(refundRequests.id, requestId))
  if (!request || (isReminder && request.state !== 'open')) return
  const isRefund = request.kind === 'refund'
  await notifyAdmins(tx, {
    kind: 'request',
    key: `${isReminder ? 'reminder' : 'request'}:${requestId}`,
    title: noticeTitle(request),
    text: requestText(isRefund, isReminder),
    link: `/admin/orders?order=${request.number}`,
  })
  const letter = staffMail({ ...request, isReminder }, sender)
  const key = `${isReminder ? 'reminder' : 'request'}-${requestId}`
  const mail = { to: staffAddress(sender), userId: request.userId, letter }
  await queueMail(tx, mail, { kind: 'orders', key, isOnce: true, since: isReminder ? undefined : request.createdAt })
}

const noticeTitle = ({ kind, origin, number }: { kind: string; origin: string; number: string }) => {
  if (kind === 'withdrawal') return `Withdrawal from order ${number}`
  return origin === 'buyer' ? `Refund requested for order ${number}` : `Order ${number} may need a refund`
}

const requestText = (isRefund: boolean, isReminder: boolean) => {
  if (!isRefund) return 'The refund is automatic. You don’t need to do anything.'
  return isReminder
    ? 'It is still waiting for your decision, which is due in six hours.'
    : 'It is waiting for your decision.'
}

/**
 * Queues one reminder per open request whose answer is due soon. The row records it, so a restart sends no second one.
 */
export const remindStaff = async (tx: Tx) => {
  const waiting = tx
    .select({ id: refundRequests.id })
    .from(refundRequests)
    .where(
      and(
        eq(refundRequests.state, 'open'),
        isNull(refundRequests.remindedAt),
        lt(refundRequests.createdAt, sql`now() - ${REMIND_AFTER}`),
      ),
    )
    .orderBy(asc(refundRequests.id))
    .limit(REMINDERS_AT_ONCE)
  const reminded = await tx
    .update(refundRequests)
    .set({ remindedAt: sql`now()` })
    .where(inArray(refundRequests.id, waiting))
    .returning({ id: refundRequests.id })
  for (const { id } of reminded) await enqueue(tx, 'orders.tell_staff', { requestId: id, isReminder: true })
}
