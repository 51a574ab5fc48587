import { eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '@slipstream/db/tables/orders'
import { FAILPOINTS, type Failpoint } from '#lib/failpoints.ts'
import { type Buyer, complete, fillCart, startOrder } from '#testing/buying-store.ts'
import { type KillLane, openKillLane, playKill, type Scene, until } from '#proofs/storm/kill-lane.ts'
import type { Kind } from '#proofs/storm/supervise.ts'

const PAID = { orders: ['paid'], mods: 2, receipts: 1 }
const REFUNDED = { orders: ['refunded'], mods: 0, receipts: 1 }

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
  return { buyer, act: () => delivered(lane, buyer), ending: PAID }
}

const withAnotherCart: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  await startOrder(buyer)
  await fillCart(lane, buyer.row.id, lane.mods.slice(2))
  return {
    buyer,
    act: () => delivered(lane, buyer),
    ending: { orders: ['canceled', 'paid'], mods: 3, receipts: 1 },
  }
}

const toldByWebhook: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  const order = await startOrder(buyer)
  return { buyer, act: () => lane.stripe.pay(order.session), ending: PAID }
}

const comingBack: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  const order = await paidInSilence(lane, buyer)
  return { buyer, act: () => complete(buyer, order.session), ending: PAID }
}

const foundByItself: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  const order = await paidInSilence(lane, buyer)
  return { buyer, act: () => looksFor(lane, order, sql`now()`), ending: PAID }
}

/** The process that created the payment page died before storing it. */
const pageNotNoted: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  const order = await paidInSilence(lane, buyer)
  await lane.db.update(orders).set({ stripeSessionId: null }).where(eq(orders.number, order.number))
  return { buyer, act: () => looksFor(lane, order, sql`now()`), ending: PAID }
}

const refundedByStaff: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  const { number } = await delivered(lane, buyer)
  const [order] = await lane.db.select().from(orders).where(eq(orders.number, number))
  // Otherwise the job might be faster than the request that queued it. A frozen process must hold no lock.
  await lane.stripe.settled()
  await until(lane, sql`select where not exists (select from stripe_events where handled_at is null)`)
  lane.process('worker').freeze()
  const refund = () => lane.admin.call('POST', `/api/admin/orders/${order?.id}/refund`, { reason: 'They asked for it' })
  return { buyer, act: refund, ending: REFUNDED }
}

const withdrawnByBuyer: Scene = async (lane) => {
  const buyer = await lane.newBuyer()
  const { number } = await delivered(lane, buyer)
  return { buyer, act: () => buyer.call('POST', `/api/orders/${number}/withdraw`), ending: REFUNDED }
}

const KILLS: [Kind, Failpoint, Scene][] = [
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

const LANES = 3
const FIRST_REDIS_DATABASE = 4
/** Below 10 s on a quiet machine; a busy one takes longer. */
const SOON_MS = 45_000

type Outcome = { recoveredMs: number } | { error: Error }
const outcomes = new Map<string, Outcome>()
const nameOf = (killed: Kind, at: Failpoint) => `${killed} at ${at}`

const playAll = async (lane: KillLane, waiting: (typeof KILLS)[number][]) => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [killed, at, scene] = next
    const outcome = await playKill(lane, killed, at, scene).then(
      (recoveredMs): Outcome => ({ recoveredMs }),
      (error: Error): Outcome => ({ error }),
    )
    outcomes.set(nameOf(killed, at), outcome)
  }
}

const lanes: KillLane[] = []
// Restarting a process takes longest, so several stores do it in parallel.
beforeAll(async () => {
  const waiting = [...KILLS]
  const open = async (index: number) => {
    const lane = await openKillLane(FIRST_REDIS_DATABASE + index)
    lanes.push(lane)
    await playAll(lane, waiting)
  }
  await Promise.all(Array.from({ length: LANES }, (_, index) => open(index)))
}, 400_000)
afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()))
  const times = [...outcomes].map(([name, outcome]) => ({ name, ms: 'error' in outcome ? 0 : outcome.recoveredMs }))
  const slowest = times.toSorted((one, other) => other.ms - one.ms).slice(0, 5)
  console.info(['T-KILL, slowest to be right again once they were back:', ...slowest.map(inWords)].join('\n  '))
})

const inWords = ({ name, ms }: { name: string; ms: number }) => `${Math.round(ms)} ms, ${name}`

test('T-KILL: a process is killed at every failpoint', () => {
  expect(new Set(KILLS.map(([, at]) => at))).toEqual(new Set(FAILPOINTS))
})

test.each(KILLS.map(([killed, at]) => [killed, at] as const))(
  'T-KILL: the money is exact and the order delivered soon after the %s was killed at %s',
  (killed, at) => {
    const outcome = outcomes.get(nameOf(killed, at))
    if (!outcome || 'error' in outcome) throw outcome?.error ?? new Error('it was not played')
    expect(outcome.recoveredMs).toBeLessThan(SOON_MS)
  },
)
