import { describe, expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { banUser } from '#features/users/ban.service.ts'
import { type Buyer, newBuyer, openEmptiedStore } from '#testing/buying-store.ts'
import { subjectsTo } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { newSubscriber, premiumOf, readRow, settle, startSubscribing } from '#testing/subscribers.ts'
import { subscriptionsPersonalData } from './subscriptions.personal-data.ts'

const store = await openEmptiedStore()

const deleted = async ({ call, row }: Buyer) => {
  const answer = await call('DELETE', '/api/account', { username: row.username })
  expect(answer.statusCode, answer.body).toBe(200)
}
const banned = ({ row }: Buyer) =>
  inTransaction(store.db, (tx) => banUser(tx, row.id, { reason: 'Shared mods', endsAt: null }))

const invoicesAtStripe = async () =>
  Object.values((await store.stripe.snapshot<{ invoices: Record<string, { status: string }> }>()).invoices)

describe('a subscriber who cannot use Premium anymore', () => {
  test('a ban stops further invoices of a running subscription, and the paid period continues to its end', async () => {
    const { buyer, row } = await newSubscriber(store)
    await banned(buyer)
    await settle(store)
    expect(await readRow(store, buyer)).toMatchObject({ endsAt: row.paidThrough, endReason: 'banned' })
    await store.stripe.advance({ days: 70 })
    await settle(store)
    expect(await invoicesAtStripe()).toHaveLength(1)
    expect(await subjectsTo(buyer)).toContain('Your Premium will not renew')
    await expectMoneyIsRight(store)
  })

  test('a ban while the renewal invoice is still a draft ends the subscription at once, and the draft is never charged', async () => {
    const { buyer } = await newSubscriber(store, { interval: 'day' })
    await store.stripe.advance({ hours: 24, seconds: 1_800 })
    await settle(store)
    await banned(buyer)
    await settle(store)
    expect(await readRow(store, buyer)).toMatchObject({ status: 'canceled', endReason: 'banned' })
    await store.stripe.advance({ days: 70 })
    await settle(store)
    expect((await store.stripe.money())?.payments).toBe(1)
    expect(await subjectsTo(buyer)).toContain('Your Premium will not renew')
    await expectMoneyIsRight(store)
  })

  test('deleting the account ends the subscription at once, leaves no later invoice, and forgets the address after its last mail', async () => {
    const { buyer } = await newSubscriber(store)
    await deleted(buyer)
    await settle(store)
    expect(await readRow(store, buyer)).toMatchObject({ status: 'canceled', email: null, cardLast4: null })
    await store.stripe.advance({ days: 70 })
    expect(await invoicesAtStripe()).toHaveLength(1)
    expect(await subjectsTo(buyer)).toContain('Your Premium is canceled')
    await expectMoneyIsRight(store)
  })

  test('deleting an account with an open payment page forgets the address when the page is closed', async () => {
    const buyer = await newBuyer(store, [])
    const session = await startSubscribing(buyer, await createPlan(store.db))
    await deleted(buyer)
    await settle(store)
    expect(await readRow(store, buyer)).toMatchObject({ status: 'abandoned', email: null })
    expect((await store.stripe.sessions()).find(({ id }) => id === session)).toMatchObject({ status: 'expired' })
  })

  test('a subscriber’s data export contains the card, the reason for the end and every refund', async () => {
    const { buyer } = await newSubscriber(store)
    await buyer.call('POST', '/api/subscription/refund')
    await settle(store)
    const rows = await inTransaction(store.db, (tx) => subscriptionsPersonalData.collect(tx, buyer.row.id))
    expect(rows).toMatchObject([
      {
        card: { brand: 'visa', last4: '4242' },
        endReason: 'refund',
        invoices: [
          {
            refunds: [{ amountCents: 699, state: 'sent', createdAt: expect.any(Date) }],
          },
        ],
      },
    ])
  })

  test('a disputed payment ends Premium and the subscription, so nothing more is charged', async () => {
    const { buyer, row } = await newSubscriber(store)
    await store.stripe.dispute(row.stripeSessionId ?? '')
    await settle(store)
    expect(await readRow(store, buyer)).toMatchObject({ status: 'canceled', endReason: 'dispute' })
    expect((await premiumOf(store, buyer))?.getTime() ?? 0).toBeLessThanOrEqual(Date.now())
    expect(await subjectsTo(buyer)).toContain('Your Premium has ended after a dispute')
    await expectMoneyIsRight(store)
  })

  test('refunding the current period in Stripe’s dashboard ends the subscription', async () => {
    const { buyer, row } = await newSubscriber(store)
    await store.stripe.refund(row.stripeSessionId ?? '')
    await settle(store)
    expect(await readRow(store, buyer)).toMatchObject({ status: 'canceled', endReason: 'refund' })
    await expectMoneyIsRight(store)
  })

  test.each([
    ['deleted', deleted],
    ['banned', banned],
  ])('T-GONE: a subscriber who is %s before the payment arrives is refunded and notified', async (_, go) => {
    const buyer = await newBuyer(store, [])
    const session = await startSubscribing(buyer, await createPlan(store.db))
    await go(buyer)
    await store.stripe.pay(session)
    await settle(store)
    expect(await readRow(store, buyer)).toMatchObject({ status: 'canceled' })
    expect((await store.stripe.money())?.net).toBe(0)
    expect(await subjectsTo(buyer)).toContain('Your payment is being refunded')
    await expectMoneyIsRight(store)
  })
})
