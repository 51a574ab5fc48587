import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads } from '@slipstream/db/tables/locker'
import { createRelease } from '@slipstream/db/testing/catalogue-factories'
import { alterAtStripe } from '#testing/altered-stripe.ts'
import { buy, fillCart, openEmptiedStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { noteDispute } from './note-dispute.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

/** A dispute over a purchase of mods at these prices. */
const newDispute = async (prices: readonly number[]) => {
  const order = await desk.newOrder(prices)
  const dispute = await store.stripe.dispute(order.session)
  await desk.settle()
  const win = async () => {
    await store.stripe.closeDispute(dispute.id, 'won')
    await desk.settle()
  }
  return { ...order, dispute, win }
}

describe('T-DISPUTE: a disputed payment', () => {
  test('T-DISPUTE: a dispute removes the mods when the bank takes the money and restores them when it is won', async () => {
    const { id, buyer, mods, dispute, win } = await newDispute([1_250, 900])
    expect(await desk.read(id)).toMatchObject({ status: 'disputed', disputes: [{ id: dispute.id, state: 'open' }] })
    expect(await desk.lockerOf(buyer)).toEqual([])
    await expectMoneyIsRight(store)
    const refused = await desk.refund(id)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'orders.not_refundable'])

    await win()
    expect(await desk.read(id)).toMatchObject({ status: 'paid', disputes: [{ state: 'won' }] })
    // Stale reads of Stripe arrive late.
    const fact = { id: dispute.id, amountCents: 2_150, reason: '', openedAt: new Date(), evidenceDueAt: null }
    for (const state of ['open', 'lost'] as const) {
      await inTransaction(store.db, (tx) => noteDispute(tx, id, { ...fact, state }))
      expect(await desk.read(id)).toMatchObject({ disputes: [{ state: 'won' }] })
    }
    expect(await desk.lockerOf(buyer)).toEqual(mods.map((mod) => mod.id))
    await expectMoneyIsRight(store)
  })

  test('T-DISPUTE: a lost dispute keeps the mods out of the locker', async () => {
    const { id, session, buyer } = await desk.newOrder([1_250])
    const dispute = await store.stripe.dispute(session)
    await store.stripe.closeDispute(dispute.id, 'lost')
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'disputed', disputes: [{ state: 'lost' }] })
    expect(await desk.lockerOf(buyer)).toEqual([])
    expect(await store.stripe.money()).toMatchObject({ paid: 1_250, disputed: 1_250, net: 0 })
    await expectMoneyIsRight(store)
  })

  test('T-DISPUTE: a payment with Stripe’s dispute test card ends with an empty locker, in whatever order its events arrive', async () => {
    await store.stripe.treatDeliveries({ copies: 3, shuffle: true, maxDelayMs: 200 })
    const { buyer, session } = await desk.newUnpaidOrder([1_250])
    await store.stripe.pay(session, 'pm_card_createDispute')
    await desk.settle()
    expect(await desk.lockerOf(buyer)).toEqual([])
    await expectMoneyIsRight(store)
  })

  test('T-DISPUTE: a dispute won after a partial refund restores the order as it was before', async () => {
    const { id, session, buyer, mods } = await desk.newOrder([1_250, 900])
    const [first] = await desk.itemIds(id)
    await desk.refund(id, [first])
    const dispute = await store.stripe.dispute(session)
    expect(dispute.amount).toBe(900)
    await desk.settle()
    expect((await desk.read(id)).status).toBe('disputed')
    await store.stripe.closeDispute(dispute.id, 'won')
    await desk.settle()
    expect((await desk.read(id)).status).toBe('partially_refunded')
    expect(await desk.lockerOf(buyer)).toEqual([mods[1]?.id])
    await expectMoneyIsRight(store)
  })

  test('T-DISPUTE: an order whose dispute is won after the mod was bought again is refunded, so that nobody pays twice', async () => {
    const { id, buyer, mods, win } = await newDispute([1_250])
    await fillCart(store, buyer.row.id, mods)
    await buy(store, buyer)
    await win()
    expect(await desk.read(id)).toMatchObject({ status: 'refunded' })
    expect(await desk.lockerOf(buyer)).toEqual([mods[0]?.id])
    expect(await store.stripe.money()).toMatchObject({ paid: 2_500, refunded: 1_250, disputed: 0 })
    await expectMoneyIsRight(store)
  })

  test('T-DISPUTE: the evidence names the order, says that nothing was downloaded and can be submitted once', async () => {
    const { id, number } = await newDispute([1_250])
    const evidence = (await desk.call('GET', `/api/admin/orders/${id}/evidence`)).json()
    expect(evidence.text).toContain(number)
    expect(evidence.accessActivityLog).toBe('Nothing was downloaded.')
    const sent = await desk.call('POST', `/api/admin/orders/${id}/evidence`)
    expect(sent.statusCode, sent.body).toBe(200)
    const again = await desk.call('POST', `/api/admin/orders/${id}/evidence`)
    expect([again.statusCode, again.json().code]).toEqual([409, 'orders.no_dispute'])
    await desk.settle()
    await expectMoneyIsRight(store)
  })
})

describe('a won dispute', () => {
  test('a won dispute does not restore mods that the store had revoked for another reason', async () => {
    const { id, session } = await desk.newOrder([1_250, 900])
    await desk.revokeFirst(id)
    const dispute = await store.stripe.dispute(session)
    await desk.settle()
    await store.stripe.closeDispute(dispute.id, 'won')
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({
      status: 'paid',
      items: [{ isInLocker: false, entitlement: { revokeReason: 'Shared with others' } }, { isInLocker: true }],
    })
  })

  test('a won dispute restores the mod if the second purchase of it was refunded', async () => {
    const { id, buyer, mods, win } = await newDispute([1_250])
    await fillCart(store, buyer.row.id, mods)
    const again = await buy(store, buyer)
    await desk.refund(await desk.idOf(again.number))
    await win()
    expect(await desk.read(id)).toMatchObject({ status: 'paid', refundsAsked: [], items: [{ isInLocker: true }] })
    await expectMoneyIsRight(store)
  })

  test('a won dispute restores the mod even if the buyer also has it as a gift, and refunds nothing', async () => {
    const { id, buyer, mods, win } = await newDispute([1_250])
    expect((await desk.grant(buyer.row.username, mods[0]?.id)).statusCode).toBe(200)
    await win()
    expect(await desk.read(id)).toMatchObject({ status: 'paid', refundsAsked: [], items: [{ isInLocker: true }] })
    await expectMoneyIsRight(store)
  })
})

test('an inquiry by the bank takes neither money nor mods', async () => {
  const { id, session } = await desk.newOrder([1_250])
  await store.stripe.treatDeliveries({ dropPercent: 100 })
  const { id: inquiry } = await store.stripe.dispute(session)
  await alterAtStripe(store, 'disputes', inquiry, { status: 'warning_needs_response' })
  await desk.call('POST', `/api/admin/orders/${id}/check`)
  expect(await desk.read(id)).toMatchObject({ status: 'paid', disputes: [], items: [{ isInLocker: true }] })
})

describe('dispute evidence', () => {
  test('the dispute evidence names downloads and what the customer agreed to', async () => {
    const { id, session, buyer, mods } = await desk.newOrder([1_250])
    const [owned] = await store.db.select().from(entitlements).where(eq(entitlements.userId, buyer.row.id))
    const release = await createRelease(store.db, { modId: mods[0]?.id ?? 0, version: '1.2.0' })
    await store.db.insert(downloads).values({
      userId: buyer.row.id,
      modId: mods[0]?.id ?? 0,
      entitlementId: owned?.id ?? 0,
      releaseId: release.id,
      version: '1.2.0',
      ip: '198.51.100.7',
    })
    await store.stripe.dispute(session)
    await desk.settle()
    const evidence = (await desk.call('GET', `/api/admin/orders/${id}/evidence`)).json()
    expect(evidence.accessActivityLog).toContain(`${mods[0]?.title} 1.2.0 from 198.51.100.7`)
    const { consents } = await desk.read(id)
    expect(evidence.text).toContain(consents.delivery)
    expect(evidence.text).toContain(consents.withdrawal)
  })

  test('the dispute evidence of a buyer with a thousand downloads fits into Stripe’s field', async () => {
    const { id, session, mods } = await desk.newOrder([1_250])
    const release = await createRelease(store.db, { modId: mods[0]?.id ?? 0 })
    await store.db.execute(sql`
      insert into downloads (user_id, mod_id, entitlement_id, release_id, version, ip)
      select user_id, mod_id, id, ${release.id}, '1.' || n || '.0', '2001:db8:1234:5678:9abc:def0:1234:5678'
      from entitlements, generate_series(1, 1000) n`)
    await store.stripe.dispute(session)
    await desk.settle()
    const evidence = (await desk.call('GET', `/api/admin/orders/${id}/evidence`)).json()
    const lines = evidence.accessActivityLog.split('\n')
    expect(lines.at(0)).toContain('1.1.0 from 2001:db8')
    expect(lines.at(-1)).toBe(`And ${1_000 - (lines.length - 1)} more downloads.`)
    expect(lines.length).toBeGreaterThan(100)
    expect((await desk.call('POST', `/api/admin/orders/${id}/evidence`)).statusCode).toBe(200)
    await expectMoneyIsRight(store)
  })

  test('submitting evidence after the bank has decided answers an error without Stripe’s own wording', async () => {
    const { id, dispute } = await newDispute([1_250])
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    await store.stripe.closeDispute(dispute.id, 'lost')
    const answer = await desk.call('POST', `/api/admin/orders/${id}/evidence`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'payments.refused'])
    expect(answer.body).not.toContain('closed')
    await desk.call('POST', `/api/admin/orders/${id}/check`)
    await expectMoneyIsRight(store)
  })

  test('evidence cannot be submitted for a decided dispute', async () => {
    const { id, win } = await newDispute([1_250])
    await win()
    const answer = await desk.call('POST', `/api/admin/orders/${id}/evidence`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'orders.no_dispute'])
  })
})
