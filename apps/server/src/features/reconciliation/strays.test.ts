import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MoneyCheck } from '@slipstream/contract/reconciliation'
import type { Stray } from '@slipstream/contract/strays'
import { inTransaction } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { invoices } from '@slipstream/db/tables/invoices'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { mods } from '@slipstream/db/tables/mods'
import { strays } from '@slipstream/db/tables/payments'
import { planPrices, subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { createCoupon } from '@slipstream/db/testing/order-factories'
import { startComparison } from '#features/subscriptions/compare-subscriptions.service.ts'
import { type Failpoint, onFailpoint } from '#lib/failpoints.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { buy, newBuyer, newMods, openEmptiedStore } from '#testing/buying-store.ts'
import { loseSales } from '#testing/lose-rows.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { newSubscriber, premiumOf, settle, subscribe } from '#testing/subscribers.ts'
import { keepMoneyCheck, latestMoneyCheck } from './money-check.service.ts'
import { sweepEvents } from './reconcile.service.ts'

vi.setConfig({ testTimeout: 60_000 })

const store = await openEmptiedStore()
let admin: Awaited<ReturnType<typeof newBuyer>>
beforeEach(async () => {
  admin = await newBuyer(store, [], { isAdmin: true })
})
afterEach(() => onFailpoint(() => {}))

/** The worker reads what Stripe has told since the backup. */
const catchUp = async () => {
  await sweepEvents(store.payments)
  await runJobs(store)
}

const listed = async () => (await admin.call('GET', '/api/admin/strays')).json<{ items: Stray[] }>().items

const decide = async (decision: 'adopt' | 'refund', id?: number) => {
  const [first] = await listed()
  const answer = await admin.call('POST', `/api/admin/strays/${id ?? first?.id}`, { decision })
  expect(answer.statusCode, answer.body).toBe(200)
  await runJobs(store)
  await settle(store)
}

const checkKinds = async () => {
  await keepMoneyCheck(store.payments, Date.now() + 33 * 86_400_000)
  const check = (await latestMoneyCheck(store.db)) as MoneyCheck
  return check.differences.map(({ kind }) => kind)
}

const sellOrder = async (prices: readonly number[] = [1_500, 700], options: { coupon?: string } = {}) => {
  const buyer = await newBuyer(store, await newMods(store, prices))
  const { number } = await buy(store, buyer, options)
  await settle(store)
  const [order] = await store.db.select().from(orders).where(eq(orders.number, number))
  const items = await store.db.select().from(orderItems)
  const [invoice] = await store.db.select().from(invoices)
  if (!order || !invoice) throw new Error('nothing was sold')
  return { buyer, order, items, invoice }
}

/** Dies at this point once. */
const dieAt = (point: Failpoint) => {
  onFailpoint((reached) => {
    if (reached !== point) return
    onFailpoint(() => {})
    throw new Error(`killed at ${point}`)
  })
}

const runUntilDone = async () => {
  await store.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`)
  await runJobs(store)
}

describe('[CAP-41] an order that a restore has lost', () => {
  test('is shown by the money check and on the orders page, and is never just handled', async () => {
    const { buyer, order } = await sellOrder()
    await loseSales(store.db)
    await catchUp()
    expect(await listed()).toEqual([
      expect.objectContaining({ kind: 'order', number: order.number, account: buyer.row.username, amountCents: 2_200 }),
    ])
    const kinds = await checkKinds()
    expect(kinds).toContain('sales_are_in_the_books')
    expect(kinds).toContain('stripe_not_ledger')
  })

  test('is adopted from what Stripe carries: items, prices, coupon, consent, number and invoice are as before', async () => {
    await createCoupon(store.db, { code: 'SPRING', percent: 10, maxUses: 1 })
    const before = await sellOrder([1_500, 700], { coupon: 'SPRING' })
    await loseSales(store.db)
    await store.db.execute(sql`update invoice_counters set place = place + 1000`)
    await catchUp()
    await decide('adopt')

    const [order] = await store.db.select().from(orders)
    const ours = {
      id: 0,
      clientKey: '',
      quote: '',
      nextCheckAt: 0,
      updatedAt: 0,
      createdAt: 0,
      paidAt: 0,
      expiresAt: 0,
    }
    expect({ ...order, ...ours }).toEqual({ ...before.order, ...ours })
    const items = await store.db.select().from(orderItems)
    const terms = (rows: typeof items) => rows.map((item) => ({ ...item, id: 0, orderId: 0 }))
    expect(terms(items)).toEqual(terms(before.items))
    expect(await store.db.select({ number: invoices.number }).from(invoices)).toEqual([
      { number: before.invoice.number },
    ])
    expect(await store.db.$count(entitlements, eq(entitlements.userId, before.buyer.row.id))).toBe(2)
    expect(await listed()).toEqual([expect.objectContaining({ state: 'adopted', problem: null })])
    expect(await lastChanges(store.db)).toContainEqual(
      expect.objectContaining({ action: 'adopt lost sale', subjectName: before.order.number }),
    )
    await expectMoneyIsRight(store)
  })

  test('is refunded in full if a person wants that, and the books are right without a row', async () => {
    await sellOrder()
    await loseSales(store.db)
    await catchUp()
    await decide('refund')
    expect(await store.stripe.money()).toMatchObject({ paid: 2_200, refunded: 2_200, refunds: 1 })
    expect(await listed()).toEqual([expect.objectContaining({ state: 'refunded' })])
    expect(await store.db.$count(orders)).toBe(0)
    expect(await checkKinds()).toEqual([])
  })

  test('that was disputed once is right, too, after its refund', async () => {
    const { order } = await sellOrder()
    const { id } = await store.stripe.dispute(order.stripeSessionId ?? '', 333)
    await store.stripe.closeDispute(id, 'won')
    await settle(store)
    await loseSales(store.db)
    await catchUp()
    await decide('refund')
    expect(await store.stripe.money()).toMatchObject({ paid: 2_200, refunded: 2_200 })
    expect(await checkKinds()).toEqual([])
  })

  test('of a lost account or mod cannot be adopted, says why, and can still be refunded', async () => {
    const { buyer } = await sellOrder()
    await loseSales(store.db)
    await catchUp()
    await store.db
      .update(users)
      .set({ createdAt: new Date(Date.now() + 3_600_000) })
      .where(eq(users.id, buyer.row.id))
    await store.db.update(users).set({ email: 'somebody@else.example' }).where(eq(users.id, buyer.row.id))
    expect(await listed()).toEqual([expect.objectContaining({ account: null })])
    await decide('adopt')
    expect(await listed()).toEqual([
      expect.objectContaining({ state: 'open', problem: 'The account that bought it is not in this database.' }),
    ])
    await store.db
      .update(users)
      .set({ createdAt: new Date(0) })
      .where(eq(users.id, buyer.row.id))
    await store.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.delete(mods)
    })
    await decide('adopt')
    expect(await listed()).toEqual([
      expect.objectContaining({ state: 'open', problem: 'A mod that it contains is not in this database.' }),
    ])
    await decide('refund')
    expect(await store.stripe.money()).toMatchObject({ net: 0 })
  })

  test('goes to the person who registered again with the confirmed address of the payment', async () => {
    const { buyer } = await sellOrder([900])
    await loseSales(store.db)
    await store.db
      .update(users)
      .set({ email: null, createdAt: new Date(Date.now() + 3_600_000) })
      .where(eq(users.id, buyer.row.id))
    const again = await newBuyer(store, [], { email: buyer.row.email })
    await catchUp()
    await decide('adopt')
    const [order] = await store.db.select().from(orders)
    expect(order).toMatchObject({ userId: again.row.id, status: 'paid' })
    expect(await store.db.$count(entitlements, eq(entitlements.userId, again.row.id))).toBe(1)
    await expectMoneyIsRight(store)
  })

  test.each(['stray.order_written', 'fulfill.before_commit', 'fulfill.committed', 'stray.carried_out'] as const)(
    'is adopted once, also if the process dies at %s',
    async (point) => {
      await sellOrder()
      await loseSales(store.db)
      await catchUp()
      dieAt(point)
      await decide('adopt')
      expect(await listed()).toEqual([expect.objectContaining({ state: 'adopting' })])
      await runUntilDone()
      expect(await listed()).toEqual([expect.objectContaining({ state: 'adopted' })])
      expect(await store.db.$count(orders)).toBe(1)
      await expectMoneyIsRight(store)
    },
  )

  test.each(['stray.refunded', 'stray.carried_out'] as const)(
    'is refunded once, also if the process dies at %s',
    async (point) => {
      await sellOrder()
      await loseSales(store.db)
      await catchUp()
      dieAt(point)
      await decide('refund')
      await runUntilDone()
      expect(await store.stripe.money()).toMatchObject({ refunded: 2_200, refunds: 1 })
      expect(await checkKinds()).toEqual([])
    },
  )

  test('is decided about once', async () => {
    await sellOrder()
    await loseSales(store.db)
    await catchUp()
    const [{ id } = { id: 0 }] = await listed()
    const ask = (decision: string) => admin.call('POST', `/api/admin/strays/${id}`, { decision })
    const answers = await Promise.all([ask('adopt'), ask('refund')])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await admin.call('POST', '/api/admin/strays/999', { decision: 'adopt' })).json()).toMatchObject({
      code: 'strays.not_found',
    })
    expect(await store.db.$count(strays)).toBe(1)
  })
})

describe('[CAP-41] a subscription that a restore has lost', () => {
  test('is shown after its renewal, adopted with all its payments, and Premium is back', async () => {
    const { buyer } = await newSubscriber(store, { price: 1_500 })
    await settle(store)
    await loseSales(store.db)
    await store.stripe.advance({ days: 31, hours: 2 })
    await settle(store)
    expect(await listed()).toEqual([
      expect.objectContaining({ kind: 'subscription', state: 'open', account: buyer.row.username, amountCents: 1_500 }),
    ])
    expect(await checkKinds()).toEqual(
      expect.arrayContaining(['sales_are_in_the_books', 'stripe_not_ledger', 'stripe_not_ledger']),
    )
    await decide('adopt')
    expect(await premiumOf(store, buyer)).not.toBeNull()
    expect(await store.db.select().from(subscriptions)).toEqual([expect.objectContaining({ status: 'active' })])
    await expectMoneyIsRight(store)
  })

  test('is found by the nightly comparison even if no event of it is left', async () => {
    await newSubscriber(store)
    await settle(store)
    await loseSales(store.db)
    await inTransaction(store.db, (tx) => startComparison(tx, new Date()))
    await runJobs(store)
    expect(await listed()).toEqual([expect.objectContaining({ kind: 'subscription', state: 'open' })])
  })

  test('that was sold days ago counts as found at Stripe as soon as it is adopted', async () => {
    const { stripeId } = await newSubscriber(store)
    await settle(store)
    await loseSales(store.db)
    await store.db.execute(sql`update users set created_at = created_at - interval '9 days'`)
    const { subscriptions: sold, ...rest } = await store.stripe.snapshot<{
      subscriptions: Record<string, { created: number }>
    }>()
    const [one] = Object.values(sold)
    const aged = { ...one, created: (one?.created ?? 0) - 5 * 86_400 }
    await store.stripe.restore({ ...rest, subscriptions: { ...sold, [stripeId]: aged } })
    await inTransaction(store.db, (tx) => startComparison(tx, new Date()))
    await runJobs(store)
    await decide('adopt')
    expect(await listed()).toEqual([expect.objectContaining({ state: 'adopted', problem: null })])
    expect(await checkKinds()).not.toContain('subscriptions_are_compared')
  })

  test('ends at once and returns every payment if a person wants that', async () => {
    const { buyer, stripeId } = await newSubscriber(store, { price: 1_500 })
    await settle(store)
    await loseSales(store.db)
    await store.stripe.advance({ days: 31, hours: 2 })
    await settle(store)
    dieAt('stray.refunded')
    await decide('refund')
    await runUntilDone()
    expect(await store.stripe.money()).toMatchObject({ paid: 3_000, refunded: 3_000, refunds: 2 })
    expect((await store.payments.stripe.readSubscription(stripeId))?.status).toBe('canceled')
    expect(await premiumOf(store, buyer)).toBeNull()
    expect(await checkKinds()).toEqual([])
  })

  test('of a person who has subscribed again meanwhile ends and is refunded when it is adopted', async () => {
    const { buyer, plan } = await newSubscriber(store, { price: 1_500 })
    await settle(store)
    await loseSales(store.db)
    await subscribe(store, buyer, plan)
    await catchUp()
    await decide('adopt')
    await runJobs(store)
    await settle(store)
    expect(await store.stripe.money()).toMatchObject({ paid: 3_000, refunded: 1_500 })
    const states = (await store.db.select().from(subscriptions).orderBy(subscriptions.id)).map(({ status }) => status)
    expect(states).toEqual(['active', 'canceled'])
    await expectMoneyIsRight(store)
  })

  test('of a lost plan cannot be adopted and says why', async () => {
    await newSubscriber(store)
    await settle(store)
    await loseSales(store.db)
    await store.db.delete(planPrices)
    await catchUp()
    await decide('adopt')
    expect(await listed()).toEqual([
      expect.objectContaining({ state: 'open', problem: 'The plan with this price is not in this database.' }),
    ])
  })

  test('is adopted once, also if the process dies after its row is written', async () => {
    const { buyer } = await newSubscriber(store)
    await settle(store)
    await loseSales(store.db)
    await catchUp()
    onTestFinished(() => onFailpoint(() => {}))
    dieAt('stray.subscription_written')
    await decide('adopt')
    await runUntilDone()
    expect(await store.db.$count(subscriptions)).toBe(1)
    expect(await premiumOf(store, buyer)).not.toBeNull()
    await expectMoneyIsRight(store)
  })
})
