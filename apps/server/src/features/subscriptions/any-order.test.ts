import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { followEvent, keepEvents } from '#features/reconciliation/inbox.service.ts'
import { seededNumbers } from '#lib/seeded-numbers.ts'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { SUBSCRIPTION_CHANGES, SUBSCRIPTION_ORDERS } from '#testing/rounds.ts'
import { newSubscriber, premiumOf, readRow, settle } from '#testing/subscribers.ts'

const store = await openEmptiedStore()

const TIMEOUT_MS = 60_000 + (SUBSCRIPTION_ORDERS + SUBSCRIPTION_CHANGES) * 5_000

const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, place) => permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]))

const TOLD = [
  'customer.subscription.created',
  'invoice.paid',
  'customer.subscription.updated',
  'invoice.payment_failed',
  'customer.subscription.deleted',
]

test(
  'T-ORDER: five events of a subscription lead to the same end state in any order',
  async () => {
    const { buyer, stripeId, row } = await newSubscriber(store)
    await store.stripe.failNextRenewal(stripeId)
    await store.stripe.advance({ days: 32 })
    await settle(store)
    await store.stripe.endSubscription(stripeId)
    await settle(store)
    const end = await readRow(store, buyer)
    expect(end.status).toBe('canceled')
    const all = await store.stripe.events()
    const events = TOLD.map((type) => all.find((event) => event.type === type))
    const orders = permutations(events)
    expect(orders).toHaveLength(120)
    const step = Math.max(1, Math.floor(orders.length / SUBSCRIPTION_ORDERS))
    for (const order of orders.filter((_, place) => place % step === 0)) {
      await forget(row.id)
      for (const event of order) {
        if (!event) throw new Error('an event is missing')
        await inTransaction(store.db, (tx) => keepEvents(tx, [event as never]))
        await followEvent(store.payments, event.id)
      }
      expect(stateOf(await readRow(store, buyer))).toEqual(stateOf(end))
      expect(await premiumOf(store, buyer)).toEqual(end.accessUntil)
    }
    await expectMoneyIsRight(store)
  },
  TIMEOUT_MS,
)

/** Resets the subscription as if Stripe had not reported anything since the payment page was opened. */
const forget = async (id: number) => {
  await store.db.execute(sql`delete from stripe_events`)
  await store.db.execute(sql`delete from ledger_entries`)
  await store.db.execute(sql`delete from subscription_invoices`)
  await store.db
    .update(subscriptions)
    .set({ status: 'pending', stripeSubscriptionId: null, startedAt: null, paidThrough: null, accessUntil: null })
    .where(sql`id = ${id}`)
}

type Row = Awaited<ReturnType<typeof readRow>>

/** The row without the fields that depend on how often and when it was read. */
const stateOf = (row: Row) => ({ ...row, version: 0, nextCheckAt: null, dunningMails: 0 })

interface Kept {
  subscriptions: Record<string, { status: string; cancel_at: number | null }>
}

test(
  'T-SUBDRIFT: after any sequence of changes at Stripe, the store agrees with it',
  async () => {
    const { oneOf } = seededNumbers(7)
    let member = await newSubscriber(store, { interval: 'day', price: 100 })
    for (let change = 0; change < SUBSCRIPTION_CHANGES; change++) {
      const { buyer, stripeId } = member
      const acts = [
        () => buyer.call('POST', '/api/subscription/cancel', {}),
        () => buyer.call('POST', '/api/subscription/resume'),
        () => store.stripe.failNextRenewal(stripeId),
        () => store.stripe.advance({ hours: 26 }),
        () => store.stripe.advance({ days: 4 }),
        () => store.stripe.endSubscription(stripeId),
      ]
      await oneOf(acts)()
      await settle(store)
      const { subscriptions: theirs } = await store.stripe.snapshot<Kept>()
      const row = await readRow(store, buyer)
      const their = theirs[stripeId]
      expect([row.status, row.endsAt?.getTime() ?? null]).toEqual([
        their?.status,
        their?.cancel_at == null ? null : their.cancel_at * 1_000,
      ])
      expect(await premiumOf(store, buyer)).toEqual(row.accessUntil)
      if (their?.status === 'canceled') member = await newSubscriber(store, { interval: 'day', price: 100 })
    }
    await expectMoneyIsRight(store)
  },
  TIMEOUT_MS,
)
