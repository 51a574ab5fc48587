import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Order } from '@slipstream/contract/orders'
import { inTransaction } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import type { RefundFact } from '#features/payments/read-payment.ts'
import { reconcile, sweepEvents } from '#features/reconciliation/reconcile.service.ts'
import { type Buyer, buy, fillCart, openEmptiedStore } from '#testing/buying-store.ts'
import { subjectsTo } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { noteRefund } from './note-refunds.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const ledger = async () => {
  const { rows } = await store.db.execute<{ kind: string; amount: number }>(
    sql`select kind, amount_cents as amount from ledger_entries order by id`,
  )
  return rows.map(({ kind, amount }) => [kind, amount])
}
/** The bank returns the latest refund. */
const fail = async (outcome: 'failed' | 'canceled' = 'failed') => {
  const { id = '' } = (await store.stripe.refunds()).at(-1) ?? {}
  await store.stripe.settleRefund(id, outcome)
  return id
}
const ownOrder = async ({ call }: Buyer, number: string) => (await call('GET', `/api/orders/${number}`)).json<Order>()
const mailsAbout = async ({ row }: Buyer, what: string) => {
  const subjects = await subjectsTo({ row })
  return subjects.filter((subject) => subject.startsWith(what)).sort()
}
const waiting = async () => (await desk.list('requested=true')).map(({ id }) => id)

describe('T-REFUND: a refund that fails after it succeeded', () => {
  test('T-REFUND: a failed refund is undone once: order, ledger, items and locker are back in the paid state', async () => {
    const { id, buyer, number, mods } = await desk.newOrder([1_250, 900, 0])
    expect((await desk.refund(id)).json()).toMatchObject({ status: 'refunded' })
    await desk.settle()
    expect(await desk.lockerOf(buyer)).toEqual([])

    await store.stripe.treatDeliveries({ copies: 5, shuffle: true, maxDelayMs: 200 })
    await fail()
    await desk.settle()
    const order = await desk.read(id)
    expect(order).toMatchObject({
      status: 'paid',
      refundedCents: 0,
      refunds: [],
      refundsAsked: [{ state: 'failed', error: 'The bank returned the money: expired or canceled card.' }],
    })
    expect(order.items.map(({ refundableCents }) => refundableCents)).toEqual([1_250, 900, 0])
    expect(order.timeline.filter(({ what, source }) => what === 'refund_failed' && source === 'order')).toHaveLength(1)
    expect(await ledger()).toEqual([
      ['payment', 2_150],
      ['refund', -2_150],
      ['refund_failed', 2_150],
    ])
    expect(await desk.lockerOf(buyer)).toEqual(mods.map((mod) => mod.id))
    expect(await ownOrder(buyer, number)).toMatchObject({ status: 'paid', refunds: [], refundedCents: 0 })
    expect(await mailsAbout(buyer, 'Your refund')).toEqual([
      `Your refund did not arrive: ${number}`,
      expect.stringContaining('Your refund from'),
    ])
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: a failed refund waits for a decision until it is paid after all', async () => {
    const { id } = await desk.newOrder([1_250])
    await desk.refund(id)
    await desk.settle()
    expect(await waiting()).toEqual([])
    await fail()
    await desk.settle()
    expect(await waiting()).toEqual([id])
    expect((await desk.read(id)).requests).toMatchObject([
      { state: 'open', reason: 'A refund of $12.50 has failed and is still owed.' },
    ])
    expect((await desk.refund(id)).json()).toMatchObject({ status: 'refunded', requests: [{ state: 'granted' }] })
    expect(await waiting()).toEqual([])
    await desk.settle()
    expect(await store.stripe.money()).toMatchObject({ refunded: 1_250 })
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: a failed refund of one item restores that item alone', async () => {
    const { id, buyer, mods } = await desk.newOrder([1_250, 900])
    const [first, second] = await desk.itemIds(id)
    await desk.refund(id, [first])
    await desk.refund(id, [second])
    await desk.settle()
    await fail()
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({
      status: 'partially_refunded',
      items: [{ refundedCents: 1_250 }, { refundedCents: 0 }],
    })
    expect(await desk.lockerOf(buyer)).toEqual([mods[1]?.id])
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: a failed refund from Stripe’s dashboard is taken back from the items it was allocated to', async () => {
    const { id, session, buyer, mods } = await desk.newOrder([1_000, 333])
    await store.stripe.refund(session, 500)
    await desk.settle()
    await store.stripe.refund(session)
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'refunded' })
    await fail()
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({
      status: 'partially_refunded',
      items: [{ refundedCents: 375 }, { refundedCents: 125 }],
      refundsAsked: [{ state: 'sent' }, { state: 'failed', reason: 'Made in Stripe’s dashboard' }],
    })
    expect(await desk.lockerOf(buyer)).toEqual(mods.map((mod) => mod.id))
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: a failed refund whose webhook was lost is found in Stripe’s event list', async () => {
    const { id } = await desk.newOrder([1_250])
    await desk.refund(id)
    await desk.settle()
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    await fail()
    expect(await sweepEvents(store.payments)).toBeGreaterThan(0)
    await runJobs(store)
    expect(await desk.read(id)).toMatchObject({ status: 'paid' })
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: a failed refund that the store never saw succeed leaves the order paid, even when a stale read arrives late', async () => {
    const { id, session, buyer, mods } = await desk.newOrder([1_250])
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    const { id: refund } = await store.stripe.refund(session)
    await fail()
    await desk.call('POST', `/api/admin/orders/${id}/check`)
    const old: RefundFact = {
      id: refund,
      at: new Date(),
      amountCents: 1_250,
      state: 'succeeded',
      error: null,
      key: null,
      metadata: {},
    }
    for (const state of ['succeeded', 'pending'] as const) {
      await inTransaction(store.db, (tx) => noteRefund(tx, id, { ...old, state }))
    }
    expect(await desk.read(id)).toMatchObject({ status: 'paid', refundedCents: 0, refundsAsked: [{ state: 'failed' }] })
    expect(await desk.lockerOf(buyer)).toEqual([mods[0]?.id])
    await runJobs(store)
    expect(await mailsAbout(buyer, 'Your refund')).toEqual([])
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: a failed refund after a withdrawal keeps the mod out of the locker and the money owed', async () => {
    const { id, buyer, number } = await desk.newOrder([1_250])
    await buyer.call('POST', `/api/orders/${number}/withdraw`)
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'refunded' })
    await fail()
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'paid', refundedCents: 0 })
    expect(await desk.lockerOf(buyer)).toEqual([])
    expect(await waiting()).toEqual([id])
    await expectMoneyIsRight(store)
    expect((await desk.refund(id)).json()).toMatchObject({ status: 'refunded' })
  })

  test('T-REFUND: a failed refund of a mod that was bought again leaves the new purchase alone and is not retried', async () => {
    const { id, buyer, mods } = await desk.newOrder([1_250])
    await desk.refund(id)
    await fillCart(store, buyer.row.id, mods)
    const refund = (await store.stripe.refunds()).at(-1)?.id ?? ''
    await buy(store, buyer)
    await store.stripe.settleRefund(refund, 'failed')
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'paid', items: [{ isInLocker: false }] })
    expect(await desk.lockerOf(buyer)).toEqual([mods[0]?.id])
    expect(await waiting()).toEqual([id])
    expect(await store.stripe.refunds()).toHaveLength(1)
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: when a refund fails during a dispute, its mod returns to the locker once the dispute is won', async () => {
    const { id, session, buyer, mods } = await desk.newOrder([1_250, 900])
    const [first] = await desk.itemIds(id)
    await desk.refund(id, [first])
    const dispute = await store.stripe.dispute(session)
    await desk.settle()
    await fail()
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'disputed', refundedCents: 0 })
    expect(await desk.lockerOf(buyer)).toEqual([])
    await expectMoneyIsRight(store)
    await store.stripe.closeDispute(dispute.id, 'won')
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'paid' })
    expect(await desk.lockerOf(buyer)).toEqual(mods.map((mod) => mod.id))
    await expectMoneyIsRight(store)
  })
})

describe('T-REFUND: a pending refund', () => {
  const LATE = { card: 'pm_card_pendingRefund' }

  test('T-REFUND: a pending refund changes neither ledger nor locker and cannot be requested again', async () => {
    const { id, buyer, mods } = await desk.newOrder([1_250, 900], LATE)
    const [first] = await desk.itemIds(id)
    expect((await desk.refund(id, [first])).json()).toMatchObject({
      status: 'paid',
      refundedCents: 0,
      refundsAsked: [{ state: 'queued' }],
      items: [{ refundableCents: 0 }, { refundableCents: 900 }],
    })
    await desk.settle()
    expect(await desk.lockerOf(buyer)).toEqual(mods.map((mod) => mod.id))
    expect(await ledger()).toEqual([['payment', 2_150]])
    expect((await desk.refund(id, [first])).json()).toMatchObject({ code: 'orders.nothing_to_refund' })
    await expectMoneyIsRight(store)

    const [refund] = await store.stripe.refunds()
    await store.stripe.settleRefund(refund?.id ?? '', 'succeeded')
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'partially_refunded', refundsAsked: [{ state: 'sent' }] })
    expect(await desk.lockerOf(buyer)).toEqual([mods[1]?.id])
    expect(await mailsAbout(buyer, 'Your refund')).toHaveLength(1)
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: a pending refund from Stripe’s dashboard reduces what can still be refunded', async () => {
    const { id, session } = await desk.newOrder([1_250], LATE)
    await store.stripe.refund(session, 250)
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'paid', items: [{ refundableCents: 1_000 }] })
    expect((await desk.refund(id)).json()).toMatchObject({
      refundsAsked: [{ amountCents: 250 }, { amountCents: 1_000 }],
    })
    for (const refund of await store.stripe.refunds()) await store.stripe.settleRefund(refund.id, 'succeeded')
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'refunded' })
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: the reconciler follows a pending refund whose outcome webhook was lost', async () => {
    const { id } = await desk.newOrder([1_250], LATE)
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    await desk.refund(id)
    const [refund] = await store.stripe.refunds()
    await store.stripe.settleRefund(refund?.id ?? '', 'succeeded')
    await store.db.update(orders).set({ nextCheckAt: new Date('2100-01-01') })
    await store.db.execute(sql`update order_refunds set next_check_at = now()`)
    await reconcile(store.payments, (error) => {
      throw error
    })
    expect(await desk.read(id)).toMatchObject({ status: 'refunded' })
    expect(await store.stripe.refunds()).toHaveLength(1)
    await expectMoneyIsRight(store)
  })

  test.each(['failed', 'canceled'] as const)(
    'T-REFUND: a pending refund that ends %s leaves the order paid and asks for a decision',
    async (outcome) => {
      const { id, buyer, mods } = await desk.newOrder([1_250], LATE)
      await desk.refund(id)
      await fail(outcome)
      await desk.settle()
      expect(await desk.read(id)).toMatchObject({
        status: 'paid',
        refundedCents: 0,
        items: [{ refundableCents: 1_250 }],
        refundsAsked: [{ state: 'failed', error: expect.stringContaining('The bank returned the money') }],
      })
      expect(await desk.lockerOf(buyer)).toEqual([mods[0]?.id])
      expect(await waiting()).toEqual([id])
      await expectMoneyIsRight(store)
    },
  )
})
