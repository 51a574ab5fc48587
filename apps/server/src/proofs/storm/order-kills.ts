import { eq, type SQL, sql } from 'drizzle-orm'
import { orders } from '@slipstream/db/tables/orders'
import type { Failpoint } from '#lib/failpoints.ts'
import { type Buyer, complete, fillCart, startOrder } from '#testing/buying-store.ts'
import { freezeWorker, type KillLane, type Scene, until } from './kill-lane.ts'
import type { Kind } from './supervise.ts'

/** What must be true about a buyer's orders in the end. */
interface Ending {
  /** Order statuses, oldest first. */
  orders: string[]
  /** How many mods are in the locker. */
  mods: number
  receipts: number
}

const PAID = { orders: ['paid'], mods: 2, receipts: 1 }
const REFUNDED = { orders: ['refunded'], mods: 0, receipts: 1 }

const ends = ({ db }: KillLane, { row }: Buyer, ending: Ending) => ({
  standing: async () => {
    const { rows } = await db.execute(sql`
      select array(select status from orders where user_id = ${row.id} order by id) as orders,
        (select count(*)::int from entitlements where user_id = ${row.id} and revoked_at is null) as mods,
        (select count(*)::int from order_events join orders o on o.id = order_id
          where o.user_id = ${row.id} and what = 'receipt_mailed') as receipts,
        (select count(*)::int from order_refunds join orders o on o.id = order_id
          where o.user_id = ${row.id} and state = 'queued') as waiting`)
    return rows[0]
  },
  ending: { ...ending, waiting: 0 },
})

/** All webhooks are lost. */
const SILENCE = { dropPercent: 100 }

const looksFor = (lane: KillLane, { number }: { number: string }, when: SQL) =>
  lane.db.update(orders).set({ nextCheckAt: when }).where(eq(orders.number, number))

/** A paid order the store has not been told about and does not check yet. */
const paidInSilence = async (lane: KillLane, buyer: Buyer) => {
  await lane.stripe.treatDeliveries(SILENCE)
  const order = await startOrder(buyer)
  await looksFor(lane, order, sql`now() + interval '1 hour'`)
  await lane.stripe.pay(order.session)
  return order
}

const delivered = async (lane: KillLane, buyer: Buyer) => {
  const order = await startOrder(buyer)
  await lane.stripe.pay(order.session)
  await complete(buyer, order.session)
  await until(
    lane,
    sql`
    select from order_events e join orders o on o.id = e.order_id
    where o.number = ${order.number} and e.what = 'receipt_mailed'`,
  )
  return order
}

const checkingOut: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  return { act: () => delivered(lane, buyer), ...ends(lane, buyer, PAID) }
}

const withAnotherCart: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  await startOrder(buyer)
  await fillCart(lane, buyer.row.id, lane.mods.slice(2))
  const ending = { orders: ['canceled', 'paid'], mods: 3, receipts: 1 }
  return { act: () => delivered(lane, buyer), ...ends(lane, buyer, ending) }
}

const toldByWebhook: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  const order = await startOrder(buyer)
  return { act: () => lane.stripe.pay(order.session), ...ends(lane, buyer, PAID) }
}

const comingBack: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  const order = await paidInSilence(lane, buyer)
  return { act: () => complete(buyer, order.session), ...ends(lane, buyer, PAID) }
}

const foundByItself: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  const order = await paidInSilence(lane, buyer)
  return { act: () => looksFor(lane, order, sql`now()`), ...ends(lane, buyer, PAID) }
}

/** The process that created the payment page died before storing it. */
const pageNotNoted: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  const order = await paidInSilence(lane, buyer)
  await lane.db.update(orders).set({ stripeSessionId: null }).where(eq(orders.number, order.number))
  return { act: () => looksFor(lane, order, sql`now()`), ...ends(lane, buyer, PAID) }
}

const refundedByStaff: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  const { number } = await delivered(lane, buyer)
  const [order] = await lane.db.select().from(orders).where(eq(orders.number, number))
  await freezeWorker(lane)
  const refund = () => lane.admin.call('POST', `/api/admin/orders/${order?.id}/refund`, { reason: 'They asked for it' })
  return { act: refund, ...ends(lane, buyer, REFUNDED) }
}

const withdrawnByBuyer: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  const { number } = await delivered(lane, buyer)
  return { act: () => buyer.call('POST', `/api/orders/${number}/withdraw`), ...ends(lane, buyer, REFUNDED) }
}

/** Every failpoint of a purchase, in the processes that pass it. */
export const ORDER_KILLS: [Kind, Failpoint, Scene][] = [
  ['worker', 'event.taken', toldByWebhook],
  ['worker', 'event.followed', toldByWebhook],
  ['worker', 'fulfill.read', toldByWebhook],
  ['worker', 'fulfill.locked', toldByWebhook],
  ['worker', 'fulfill.before_commit', toldByWebhook],
  ['worker', 'fulfill.committed', toldByWebhook],
  ['worker', 'receipt.before_commit', checkingOut],
  ['worker', 'refund.paid', withdrawnByBuyer],
  ['worker', 'refund.noted', withdrawnByBuyer],
  ['worker', 'reconcile.claimed', foundByItself],
  ['worker', 'checkout.session_made', pageNotNoted],
  ['worker', 'checkout.session_saved', pageNotNoted],
  ['server', 'checkout.before_commit', checkingOut],
  ['server', 'checkout.order_written', checkingOut],
  ['server', 'checkout.session_made', checkingOut],
  ['server', 'checkout.session_saved', checkingOut],
  ['server', 'checkout.session_expired', withAnotherCart],
  ['server', 'webhook.verified', toldByWebhook],
  ['server', 'webhook.kept', toldByWebhook],
  ['server', 'fulfill.read', comingBack],
  ['server', 'fulfill.locked', comingBack],
  ['server', 'fulfill.before_commit', comingBack],
  ['server', 'fulfill.committed', comingBack],
  ['server', 'refund.before_commit', refundedByStaff],
  ['server', 'refund.queued', refundedByStaff],
  ['server', 'refund.paid', refundedByStaff],
  ['server', 'refund.noted', refundedByStaff],
]
