import { describe, expect, test } from 'vitest'
import { buy, checkOut, fillCart, openEmptiedStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const disputed = async (session: string, amount?: number) => {
  const { id } = await store.stripe.dispute(session, amount)
  await desk.settle()
  return id
}
const closed = async (dispute: string, outcome: 'won' | 'lost') => {
  await store.stripe.closeDispute(dispute, outcome)
  await desk.settle()
}

describe('T-DISPUTE: recording a won dispute', () => {
  test('T-DISPUTE: a won dispute is recorded when the buyer got the order’s free item again and nothing is refundable', async () => {
    const { id, buyer, mods, session } = await desk.newOrder([1_250, 0])
    const dispute = await disputed(session)
    await fillCart(store, buyer.row.id, mods.slice(1))
    expect((await checkOut(buyer)).statusCode).toBe(200)
    await closed(dispute, 'won')
    expect(await desk.read(id)).toMatchObject({ status: 'paid', refundsAsked: [], disputes: [{ state: 'won' }] })
    expect((await desk.lockerOf(buyer)).toSorted()).toEqual(mods.map((mod) => mod.id).toSorted())
    await expectMoneyIsRight(store)
  })

  test('T-DISPUTE: a won dispute is recorded when the item bought again was refunded before the dispute', async () => {
    const { id, buyer, mods, session } = await desk.newOrder([1_250, 900])
    const [first] = await desk.itemIds(id)
    await desk.refund(id, [first])
    const dispute = await disputed(session)
    await fillCart(store, buyer.row.id, mods)
    await buy(store, buyer)
    await closed(dispute, 'won')
    // Both mods were bought again, so only what is still paid in the first order is refunded.
    expect(await desk.read(id)).toMatchObject({ status: 'refunded', disputes: [{ state: 'won' }] })
    expect(await store.stripe.money()).toMatchObject({ paid: 4_300, refunded: 2_150, disputed: 0 })
    await expectMoneyIsRight(store)
  })
})

describe('T-DISPUTE: two disputes on one charge', () => {
  test('T-DISPUTE: winning one of two disputes records its money and keeps the locker closed until both are won', async () => {
    const { id, buyer, mods, session } = await desk.newOrder([1_250, 900])
    const [first, second] = [await disputed(session, 1_000), await disputed(session, 1_150)]
    await closed(first, 'won')
    expect((await desk.read(id)).status).toBe('disputed')
    expect(await desk.lockerOf(buyer)).toEqual([])
    await expectMoneyIsRight(store)
    await closed(second, 'won')
    expect((await desk.read(id)).status).toBe('paid')
    expect(await desk.lockerOf(buyer)).toEqual(mods.map((mod) => mod.id))
    await expectMoneyIsRight(store)
  })

  test('T-DISPUTE: an order whose mod was bought again is refunded only when both its disputes are won', async () => {
    const { id, buyer, mods, session } = await desk.newOrder([1_250])
    const [first, second] = [await disputed(session, 500), await disputed(session, 750)]
    await fillCart(store, buyer.row.id, mods)
    await buy(store, buyer)
    await closed(first, 'won')
    expect(await desk.read(id)).toMatchObject({ status: 'disputed', refundsAsked: [] })
    await expectMoneyIsRight(store)
    await closed(second, 'won')
    expect(await desk.read(id)).toMatchObject({ status: 'refunded' })
    expect(await store.stripe.money()).toMatchObject({ paid: 2_500, refunded: 1_250, disputed: 0 })
    await expectMoneyIsRight(store)
  })

  test('T-DISPUTE: a lost and a won dispute found in the same read from Stripe are both recorded', async () => {
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    const { id, buyer, session } = await desk.newOrder([1_250])
    const [first, second] = [await store.stripe.dispute(session, 500), await store.stripe.dispute(session, 750)]
    await store.stripe.closeDispute(first.id, 'won')
    await store.stripe.closeDispute(second.id, 'lost')
    expect((await desk.call('POST', `/api/admin/orders/${id}/check`)).statusCode).toBe(200)
    expect((await desk.read(id)).status).toBe('disputed')
    expect(await desk.lockerOf(buyer)).toEqual([])
    expect(await store.stripe.money()).toMatchObject({ paid: 1_250, disputed: 750, net: 500 })
    await expectMoneyIsRight(store)
  })
})

describe('a mod that was paid for twice', () => {
  /** The dispute is won after the mod was bought again, and the bank returns the refund of the first payment. */
  const paidTwice = async () => {
    const order = await desk.newOrder([1_250])
    const dispute = await disputed(order.session)
    await fillCart(store, order.buyer.row.id, order.mods)
    const again = await buy(store, order.buyer)
    await closed(dispute, 'won')
    const [refund] = await store.stripe.refunds()
    await store.stripe.settleRefund(refund?.id ?? '', 'failed')
    await desk.settle()
    expect(await desk.read(order.id)).toMatchObject({ status: 'paid', requests: [{ state: 'open' }] })
    return { ...order, again: await desk.idOf(again.number) }
  }

  test('a mod that was paid for twice stays in the locker when one payment is refunded', async () => {
    const { id, again, buyer, mods } = await paidTwice()
    await desk.refund(again)
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'paid', items: [{ isInLocker: true }] })
    expect(await desk.lockerOf(buyer)).toEqual([mods[0]?.id])
    await expectMoneyIsRight(store)
  })

  test('a mod that was paid for twice leaves the locker when both payments are refunded', async () => {
    const { id, again, buyer } = await paidTwice()
    await desk.refund(again)
    await desk.settle()
    await desk.refund(id)
    await desk.settle()
    expect(await desk.lockerOf(buyer)).toEqual([])
    expect(await store.stripe.money()).toMatchObject({ net: 0 })
    await expectMoneyIsRight(store)
  })
})
