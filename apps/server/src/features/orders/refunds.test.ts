import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions } from '@slipstream/db/tables/auth'
import { reconcile } from '#features/reconciliation/reconcile.service.ts'
import { buy, fillCart, openEmptiedStore } from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { allocate } from './note-refunds.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

describe('T-REFUND: a refund', () => {
  test('T-REFUND: a full refund pays everything back and empties the locker', async () => {
    const { id, buyer } = await desk.newOrder([1_250, 900])
    const answer = await desk.refund(id)
    expect(answer.json(), answer.body).toMatchObject({
      status: 'refunded',
      refundedCents: 2_150,
      refundsAsked: [{ state: 'sent', amountCents: 2_150 }],
    })
    expect(await desk.lockerOf(buyer)).toEqual([])
    await desk.settle()
    const mails = await readMailbox(buyer.row.email ?? '')
    expect(mails.filter(({ subject }) => subject.startsWith('Your refund'))).toHaveLength(1)
    expect(await store.stripe.money()).toMatchObject({ paid: 2_150, refunded: 2_150 })
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: items of an order can be refunded one after another', async () => {
    const { id, buyer, mods } = await desk.newOrder([1_250, 900])
    const [first, second] = await desk.itemIds(id)
    expect((await desk.refund(id, [first])).json()).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 1_250,
    })
    expect(await desk.lockerOf(buyer)).toEqual([mods[1]?.id])
    await expectMoneyIsRight(store)
    expect((await desk.refund(id, [second])).json()).toMatchObject({ status: 'refunded', refundedCents: 2_150 })
    expect(await desk.lockerOf(buyer)).toEqual([])
    await desk.settle()
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: a refund is made once, however often it is requested at the same time', async () => {
    const { id } = await desk.newOrder([1_250, 900])
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.refund(id)))
    const codes = answers.map((answer) => answer.json<{ code?: string }>().code ?? 'ok').sort()
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['ok', 'orders.nothing_to_refund']))
    const [first] = await desk.itemIds(id)
    expect((await desk.refund(id, [first])).statusCode).toBe(409)
    await desk.settle()
    expect(await store.stripe.money()).toMatchObject({ refunded: 2_150 })
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: a full refund in Stripe’s dashboard is applied, and a partial one removes no mod', async () => {
    const { id, buyer, session, mods } = await desk.newOrder([1_250, 900])
    await store.stripe.refund(session, 500)
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'partially_refunded', refundedCents: 500 })
    expect(await desk.lockerOf(buyer)).toEqual(mods.map((mod) => mod.id))
    await expectMoneyIsRight(store)
    await store.stripe.refund(session)
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'refunded', refundedCents: 2_150 })
    expect(await desk.lockerOf(buyer)).toEqual([])
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: an item refund after a partial refund in the dashboard pays the rest of that item', async () => {
    const { id, session, buyer, mods } = await desk.newOrder([1_000, 1_000])
    await store.stripe.refund(session, 500)
    await desk.settle()
    const [first] = await desk.itemIds(id)
    expect((await desk.refund(id, [first])).json()).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 1_250,
    })
    expect(await desk.lockerOf(buyer)).toEqual([mods[1]?.id])
    await desk.settle()
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: a refund whose response is lost while its webhook arrives is recorded once', async () => {
    const { id } = await desk.newOrder([1_250])
    await store.stripe.fault({ kind: 'error-after', call: 'POST /v1/refunds', times: 1 })
    const [answer] = await Promise.all([desk.refund(id), desk.settle()])
    expect(answer.statusCode).toBe(200)
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'refunded' })
    const { rows } = await store.db.execute(sql`select amount_cents from ledger_entries where kind = 'refund'`)
    expect(rows).toEqual([{ amount_cents: -1_250 }])
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: the reconciler retries a refund that failed because Stripe was down', async () => {
    const { id } = await desk.newOrder([1_250])
    await store.stripe.fault({ kind: 'error', call: 'POST /v1/refunds' })
    expect((await desk.refund(id)).json()).toMatchObject({ status: 'paid', refundsAsked: [{ state: 'queued' }] })
    await store.stripe.clearFaults()
    await store.db.execute(sql`update order_refunds set next_check_at = now()`)
    await reconcile(store.payments, (error) => {
      throw error
    })
    expect(await desk.read(id)).toMatchObject({ status: 'refunded', refundsAsked: [{ state: 'sent' }] })
    await desk.settle()
    expect(await store.stripe.money()).toMatchObject({ refunded: 1_250 })
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: a refund that Stripe refuses is marked as failed and can be requested again', async () => {
    const { id, session } = await desk.newOrder([1_250])
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    await store.stripe.refund(session, 1_000)
    expect((await desk.refund(id)).json()).toMatchObject({
      status: 'partially_refunded',
      refundedCents: 1_000,
      refundsAsked: [
        { state: 'failed', error: expect.stringContaining('greater than unrefunded') },
        { state: 'sent', amountCents: 1_000, reason: 'Made in Stripe’s dashboard' },
      ],
      requests: [{ state: 'open', reason: 'A refund of $12.50 has failed and is still owed.' }],
    })
    expect((await desk.refund(id)).json()).toMatchObject({
      status: 'refunded',
      refundedCents: 1_250,
      requests: [{ state: 'granted' }],
    })
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: a refunded mod can be bought again', async () => {
    const { id, buyer, mods } = await desk.newOrder([1_250])
    await desk.refund(id)
    await fillCart(store, buyer.row.id, mods)
    await buy(store, buyer)
    expect(await desk.lockerOf(buyer)).toEqual([mods[0]?.id])
    await desk.settle()
    expect(await store.stripe.money()).toMatchObject({ paid: 2_500, refunded: 1_250 })
    await expectMoneyIsRight(store)
  })

  test('T-REFUND: an administrator must reauthenticate before making a refund', async () => {
    const { id } = await desk.newOrder([1_250])
    await store.db.update(sessions).set({ provenAt: new Date(Date.now() - 60 * 60_000) })
    store.services.auth.identity.forget()
    const answer = await desk.refund(id)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'auth.proof_required'])
    expect(await store.stripe.money()).toMatchObject({ refunded: 0 })
  })

  test('T-REFUND: a refund is allocated to the cent, and what exceeds one item goes to the others', () => {
    const items = [
      { id: 1, left: 1_000 },
      { id: 2, left: 333 },
      { id: 3, left: 0 },
    ]
    expect(Object.fromEntries(allocate(500, items, []))).toEqual({ 1: 375, 2: 125, 3: 0 })
    expect(Object.fromEntries(allocate(1_333, items, []))).toEqual({ 1: 1_000, 2: 333, 3: 0 })
    expect(Object.fromEntries(allocate(400, items, [{ itemId: 2, amountCents: 400 }]))).toEqual({ 1: 67, 2: 333, 3: 0 })
  })
})
