import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Order } from '@slipstream/contract/orders'
import { createCoupon } from '@slipstream/db/testing/order-factories'
import { type Buyer, openEmptiedStore } from '#testing/buying-store.ts'
import { alterAtStripe, alterStripe } from '#testing/altered-stripe.ts'
import { readMailbox, subjectsTo } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openOrderDesk } from '#testing/order-desk.ts'
import { sendRefund } from './refund-order.service.ts'

const store = await openEmptiedStore()
const desk = openOrderDesk(store)

const ask = ({ call }: Buyer, number: string) =>
  call('POST', `/api/orders/${number}/refund-request`, { reason: 'It does not start' })

describe('a refund', () => {
  test('an unpaid order cannot be refunded', async () => {
    const { id } = await desk.newUnpaidOrder([1_250])
    const answer = await desk.refund(id)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'orders.not_paid'])
  })

  test('a partial refund closes the open request', async () => {
    const { id, buyer, number } = await desk.newOrder([1_250, 900])
    const [first] = await desk.itemIds(id)
    await ask(buyer, number)
    await desk.refund(id, [first])
    expect(await desk.read(id)).toMatchObject({ status: 'partially_refunded', requests: [{ state: 'granted' }] })
  })

  test('a full refund in Stripe’s dashboard closes the open request', async () => {
    const { id, buyer, number, session } = await desk.newOrder([1_250])
    await ask(buyer, number)
    await store.stripe.refund(session)
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'refunded', requests: [{ state: 'granted' }] })
  })

  test('refunding one mod keeps the free ones in the locker until everything is refunded', async () => {
    const { id } = await desk.newOrder([0, 1_250, 900])
    const [, second, third] = await desk.itemIds(id)
    await desk.refund(id, [second])
    expect((await desk.read(id)).items.map(({ isInLocker }) => isInLocker)).toEqual([true, false, true])
    await desk.refund(id, [third])
    expect((await desk.read(id)).items.map(({ isInLocker }) => isInLocker)).toEqual([false, false, false])
    await desk.settle()
    await expectMoneyIsRight(store)
  })

  test('the refund mail names the refunded amount, not the paid one', async () => {
    const { id, buyer } = await desk.newOrder([1_250, 900])
    const [, second] = await desk.itemIds(id)
    await desk.refund(id, [second])
    await desk.settle()
    const mails = await readMailbox(buyer.row.email ?? '')
    const mail = mails.find(({ subject }) => subject.startsWith('Your refund'))
    expect(mail?.text).toContain('$9.00')
    expect(mail?.text).not.toContain('$21.50')
  })

  test('a refund is not repeated after Stripe has dropped its idempotency key', async () => {
    const { id } = await desk.newOrder([1_250, 900])
    await store.stripe.fault({ kind: 'error-after', call: 'POST /v1/refunds' })
    expect((await desk.refund(id)).json()).toMatchObject({ refundsAsked: [{ state: 'queued' }] })
    await store.stripe.clearFaults()
    // Stripe drops idempotency keys after a day.
    await alterStripe(store, (kept) => {
      kept.idempotency = {}
    })
    const [queued] = (await desk.read(id)).refundsAsked
    const calls = (await store.stripe.calls()).length
    await sendRefund({ ...store.payments, follow: () => Promise.resolve() }, queued?.id ?? 0)
    const asked = (await store.stripe.calls()).slice(calls).map(({ method, path }) => `${method} ${path}`)
    expect(asked.filter((call) => call.startsWith('POST /v1/refunds'))).toEqual([])
    await desk.settle()
    expect(await desk.read(id)).toMatchObject({ status: 'refunded', refundsAsked: [{ state: 'sent' }] })
    await expectMoneyIsRight(store)
  })

  test('a refund returned by the bank does not count as refunded', async () => {
    const { id, session } = await desk.newOrder([1_250])
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    const { id: refundId } = await store.stripe.refund(session)
    await alterAtStripe(store, 'refunds', refundId, { status: 'failed' })
    await desk.call('POST', `/api/admin/orders/${id}/check`)
    expect(await desk.read(id)).toMatchObject({ status: 'paid', refundedCents: 0, items: [{ isInLocker: true }] })
  })
})

describe('a withdrawal', () => {
  test('a buyer cannot withdraw from a mod that the store has revoked', async () => {
    const { id, buyer, number } = await desk.newOrder([1_250])
    await desk.revokeFirst(id)
    const answer = await buyer.call('POST', `/api/orders/${number}/withdraw`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'orders.withdrawal_over'])
  })

  test('during a dispute neither a withdrawal nor a refund request is possible', async () => {
    const { id, buyer, number, session } = await desk.newOrder([1_250])
    await store.stripe.dispute(session)
    await desk.settle()
    const withdrawn = await buyer.call('POST', `/api/orders/${number}/withdraw`)
    expect([withdrawn.statusCode, withdrawn.json().code]).toEqual([409, 'orders.withdrawal_over'])
    const asked = await ask(buyer, number)
    expect([asked.statusCode, asked.json().code]).toEqual([409, 'orders.nothing_to_refund'])
    expect(await desk.read(id)).toMatchObject({ requests: [], refundsAsked: [] })
  })

  test('a withdrawal is confirmed with the refunded amount', async () => {
    const { id, buyer, number } = await desk.newOrder([1_250, 900])
    const [first] = await desk.itemIds(id)
    await desk.refund(id, [first])
    await buyer.call('POST', `/api/orders/${number}/withdraw`)
    await desk.settle()
    const mails = await readMailbox(buyer.row.email ?? '')
    expect(mails.find(({ subject }) => subject.startsWith('We have received your withdrawal'))?.text).toContain(
      'We will refund $9.00',
    )
    await expectMoneyIsRight(store)
  })
})

describe('a buyer’s order', () => {
  test('a buyer’s order shows the coupon, its share of each mod and what was refunded', async () => {
    await createCoupon(store.db, { code: 'TENTH', percent: 10 })
    const { id, buyer, number } = await desk.newOrder([2_000, 1_000], { coupon: 'TENTH' })
    const [, second] = await desk.itemIds(id)
    await desk.refund(id, [second])
    expect((await buyer.call('GET', `/api/orders/${number}`)).json()).toMatchObject({
      couponCode: 'TENTH',
      couponCents: 300,
      items: [
        { priceCents: 2_000, discountCents: 200, paidCents: 1_800 },
        { priceCents: 1_000, discountCents: 100, paidCents: 900 },
      ],
      refunds: [{ amountCents: 900 }],
    })
    const [listed] = (await buyer.call('GET', '/api/orders')).json<{ items: object[] }>().items
    expect(listed).toMatchObject({ number, refundedCents: 900 })
  })
})

describe('a request the store opens about a failed refund', () => {
  const failedRefund = async () => {
    const order = await desk.newOrder([1_250])
    await desk.refund(order.id)
    await desk.settle()
    const [refund] = await store.stripe.refunds()
    await store.stripe.settleRefund(refund?.id ?? '', 'failed')
    await desk.settle()
    return order
  }
  const close = (id: number) =>
    desk.call('POST', `/api/admin/orders/${id}/decline-request`, { reason: 'Paid by transfer' })

  test('a request the store opened about a failed refund is closed without a mail to the buyer', async () => {
    const { id, buyer, number } = await failedRefund()
    const ownRequest = async () => (await buyer.call('GET', `/api/orders/${number}`)).json<Order>().refundRequest
    expect(await desk.read(id)).toMatchObject({ requests: [{ state: 'open', isFromBuyer: false }] })
    expect(await ownRequest()).toMatchObject({ isOpen: false, latest: null })
    expect((await close(id)).json()).toMatchObject({
      requests: [{ state: 'declined', answer: 'Paid by transfer', isFromBuyer: false }],
    })
    await desk.settle()
    const subjects = await subjectsTo(buyer)
    expect(subjects).toContain(`Your refund did not arrive: ${number}`)
    expect(subjects).not.toContain(`About your refund request: ${number}`)
    expect(await ownRequest()).toMatchObject({ isOpen: true, latest: null })
    const { timeline } = await desk.read(id)
    expect(timeline).toContainEqual(
      expect.objectContaining({ what: 'request_closed', detail: { reason: 'Paid by transfer' } }),
    )
  })

  test('a buyer’s request is recognized by its origin, not by the time of its events', async () => {
    const { id, buyer, number } = await desk.newOrder([1_250])
    await ask(buyer, number)
    await store.db.execute(sql`update order_events set at = at + interval '1 s' where order_id = ${id}`)
    expect(await desk.read(id)).toMatchObject({ requests: [{ state: 'open', isFromBuyer: true }] })
  })

  test('a buyer’s request after a failed refund is answered by mail', async () => {
    const { id, buyer, number } = await failedRefund()
    await close(id)
    await ask(buyer, number)
    expect((await desk.read(id)).requests.map((request) => request.isFromBuyer)).toEqual([false, true])
    await close(id)
    await desk.settle()
    const mails = await readMailbox(buyer.row.email ?? '')
    expect(mails.find(({ subject }) => subject === `About your refund request: ${number}`)?.text).toContain(
      'Paid by transfer',
    )
  })
})
