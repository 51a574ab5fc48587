import { afterEach, describe, expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { subscriptionChanges, subscriptions } from '@slipstream/db/tables/subscriptions'
import { reconcile } from '#features/reconciliation/reconcile.service.ts'
import { banUser } from '#features/users/ban.service.ts'
import { type Failpoint, onFailpoint } from '#lib/failpoints.ts'
import { type Buyer, openEmptiedStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import {
  act,
  confirm,
  declineCard,
  newChanger,
  newPlanned,
  quoteOf,
  readStripe,
  statesOf,
} from '#testing/plan-changes.ts'
import { mineOf, readRow, settle } from '#testing/subscribers.ts'

const store = await openEmptiedStore()

afterEach(() => onFailpoint(() => {}))

/** Expects that no change is planned at Stripe, even a month later. */
const expectNoChange = async (buyer: Buyer, paid: number[]) => {
  expect(await statesOf(store, buyer)).toEqual(['withdrawn'])
  await store.stripe.advance({ days: 40 })
  await settle(store)
  expect(await readStripe(store)).toEqual({ paid, isScheduled: false })
  await expectMoneyIsRight(store)
}

describe('a planned change of a subscription that ends', () => {
  test('canceling drops the planned change, and Premium ends with the period', async () => {
    const { buyer, row } = await newPlanned(store)
    expect(await act(buyer, 'cancel')).toEqual([200, undefined])
    expect(await mineOf(buyer)).toMatchObject({ state: 'ending', endsAt: row.paidThrough?.toISOString(), change: null })
    await expectNoChange(buyer, [1_000])
  })

  test('canceling and resuming keeps the current plan and drops the planned change', async () => {
    const { buyer } = await newPlanned(store)
    await act(buyer, 'cancel')
    expect(await act(buyer, 'resume')).toEqual([200, undefined])
    expect(await mineOf(buyer)).toMatchObject({ state: 'active', planName: 'Premium Month', nextPlan: null })
    await expectNoChange(buyer, [1_000, 1_000])
  })

  test('[LEGAL-04] a refund drops the planned change', async () => {
    const { buyer } = await newPlanned(store)
    expect(await act(buyer, 'refund')).toEqual([200, undefined])
    await settle(store)
    expect((await store.stripe.money())?.net).toBe(0)
    await expectNoChange(buyer, [1_000])
  })

  test('a ban drops the planned change, and nothing is charged later', async () => {
    const { buyer } = await newPlanned(store)
    await inTransaction(store.db, (tx) => banUser(tx, buyer.row.id, { reason: 'Shared mods', endsAt: null }))
    await settle(store)
    await expectNoChange(buyer, [1_000])
  })

  test('deleting the account drops the planned change, and nothing is charged later', async () => {
    const { buyer } = await newPlanned(store)
    await buyer.call('DELETE', '/api/account', { username: buyer.row.username })
    await settle(store)
    expect(await readRow(store, buyer)).toMatchObject({ status: 'canceled', email: null })
    await expectNoChange(buyer, [1_000])
  })

  test('a dispute drops the planned change, and nothing is charged later', async () => {
    const { buyer, row } = await newPlanned(store)
    await store.stripe.dispute(row.stripeSessionId ?? '')
    await settle(store)
    await expectNoChange(buyer, [1_000])
  })

  test('a renewal that fails at the new price is handled like any other failed renewal', async () => {
    const { buyer } = await newPlanned(store)
    await declineCard(store, buyer)
    await store.stripe.advance({ days: 17 })
    await settle(store)
    expect(await statesOf(store, buyer)).toEqual(['done'])
    expect(await mineOf(buyer)).toMatchObject({ state: 'past_due', openInvoice: { amountCents: 500 } })
    expect(await act(buyer, 'cancel')).toEqual([200, undefined])
    await settle(store)
    expect(await readStripe(store)).toEqual({ paid: [1_000], isScheduled: false })
    await expectMoneyIsRight(store)
  })
})

const dieAt = (wanted: Failpoint) => {
  let isDead = false
  onFailpoint((point) => {
    if (point !== wanted || isDead) return
    isDead = true
    throw new Error(`died at ${point}`)
  })
}

/** Runs the reconciler, which in production takes over within seconds even without a webhook. */
const reconcileNow = async () => {
  onFailpoint(() => {})
  await store.db.update(subscriptions).set({ nextCheckAt: new Date(0) })
  await reconcile(store.payments, (error) => {
    throw error
  })
}

const POINTS: Failpoint[] = ['subscription.change_written', 'subscription.read', 'subscription.change_settled']

describe('a process that dies during a change', () => {
  test.each([...POINTS, 'subscription.change_told'] as const)(
    'an upgrade that crashes at %s is charged once',
    async (point) => {
      const { buyer, dearer } = await newChanger(store)
      const quote = await quoteOf(buyer, dearer.id)
      dieAt(point)
      expect((await confirm(buyer, quote))[0]).toBe(500)
      await reconcileNow()
      expect(await mineOf(buyer)).toMatchObject({ planName: 'Premium Plus', change: null })
      expect((await readStripe(store)).paid).toEqual([1_000, 1_000])
      await expectMoneyIsRight(store)
    },
  )

  test.each([...POINTS, 'subscription.change_scheduled'] as const)(
    'a downgrade that crashes at %s is planned once',
    async (point) => {
      const { buyer, cheaper } = await newChanger(store)
      const quote = await quoteOf(buyer, cheaper.id)
      dieAt(point)
      expect((await confirm(buyer, quote))[0]).toBe(500)
      await reconcileNow()
      expect(await mineOf(buyer)).toMatchObject({ change: 'planned', nextPlan: { planName: 'Premium Light' } })
    },
  )

  test.each([...POINTS, 'subscription.change_released'] as const)(
    'withdrawing a change is completed after a crash at %s',
    async (point) => {
      const { buyer } = await newPlanned(store)
      dieAt(point)
      expect((await act(buyer, 'change/withdraw'))[0]).toBe(500)
      await reconcileNow()
      expect(await mineOf(buyer)).toMatchObject({ change: null, nextPlan: null })
      await expectNoChange(buyer, [1_000, 1_000])
    },
  )

  test('an upgrade that was paid but not yet recorded is included in a refund', async () => {
    const { buyer, dearer } = await newChanger(store)
    const quote = await quoteOf(buyer, dearer.id)
    dieAt('subscription.change_told')
    await confirm(buyer, quote)
    onFailpoint(() => {})
    expect(await act(buyer, 'refund')).toEqual([200, undefined])
    await settle(store)
    expect((await store.stripe.money())?.net).toBe(0)
    await expectMoneyIsRight(store)
  })

  test('an upgrade that could not reach Stripe for an hour is given up, and nothing is charged', async () => {
    const { buyer, dearer } = await newChanger(store)
    const quote = await quoteOf(buyer, dearer.id)
    dieAt('subscription.change_written')
    await confirm(buyer, quote)
    expect(await mineOf(buyer)).toMatchObject({ change: 'requested' })
    await store.db.update(subscriptionChanges).set({ decidedAt: new Date(Date.now() - 61 * 60_000) })
    await reconcileNow()
    expect(await statesOf(store, buyer)).toEqual(['refused'])
    expect((await readStripe(store)).paid).toEqual([1_000])
  })

  test('a cancellation wins over an upgrade that has not reached Stripe', async () => {
    const { buyer, dearer } = await newChanger(store)
    const quote = await quoteOf(buyer, dearer.id)
    dieAt('subscription.change_written')
    await confirm(buyer, quote)
    onFailpoint(() => {})
    expect(await act(buyer, 'cancel')).toEqual([200, undefined])
    await expectNoChange(buyer, [1_000])
  })
})
