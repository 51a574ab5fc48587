import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { subscriptionInvoices, subscriptionRefunds } from '@slipstream/db/tables/subscriptions'
import { checkMoney } from '#features/reconciliation/money-check.service.ts'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { newSubscriber, newSubscriptionDesk, settle } from '#testing/subscribers.ts'

const store = await openEmptiedStore()

const wrong = async () => {
  const { differences } = await checkMoney(store.payments, { since: new Date(0), until: new Date('2100-01-01') })
  return differences.map(({ kind, detail }) => `${kind}: ${detail}`)
}

/** A member whose bank has returned the refund. */
const newReturned = async () => {
  const made = await newSubscriber(store)
  await made.buyer.call('POST', '/api/subscription/refund')
  await settle(store)
  const [refund] = await store.stripe.refunds()
  await store.stripe.settleRefund(refund?.id ?? '', 'failed')
  await settle(store)
  return made
}

describe('a refund of a subscription that does not arrive', () => {
  test('a refund that the bank returned is reported to the member, the administrators and the money check', async () => {
    const { buyer, row } = await newReturned()
    expect(await wrong()).toEqual([
      `subscription_refunds_arrive: 699 cents of subscription ${row.id} are still owed: The bank returned the money: expired or canceled card.`,
    ])
    const mails = await readMailbox(buyer.row.email ?? '')
    expect(mails.map(({ subject }) => subject)).toContain('Your Premium refund did not arrive')
    const desk = await newSubscriptionDesk(store)
    const error = 'The bank returned the money: expired or canceled card.'
    expect(await desk.recent()).toMatchObject([{ refund: { state: 'failed', error }, refundedCents: 0 }])
    expect((await desk.figures()).failedRefunds).toMatchObject([
      { username: buyer.row.username, amountCents: 699, error },
    ])
  })

  test('a returned refund that is sent again and arrives is no longer reported', async () => {
    await newReturned()
    const desk = await newSubscriptionDesk(store)
    const [payment] = await desk.recent()
    expect((await desk.refund(payment?.id ?? 0)).statusCode).toBe(200)
    await settle(store)
    expect(await desk.recent()).toMatchObject([{ refund: { state: 'sent', error: null }, refundedCents: 699 }])
    expect((await desk.figures()).failedRefunds).toEqual([])
    await expectMoneyIsRight(store)
  })

  test('the money check reports a refund that Stripe refuses, with its reason', async () => {
    const { buyer } = await newSubscriber(store)
    await settle(store)
    // Stripe does not know this payment, as if it belonged to another account.
    await store.db.execute(sql`update subscription_invoices set payment_intent_id = 'pi_unknown'`)
    await buyer.call('POST', '/api/subscription/refund')
    await store.db.execute(sql`update subscription_invoices set payment_intent_id = 'pi_unknown'`)
    await settle(store)
    expect(await store.db.select().from(subscriptionRefunds)).toMatchObject([{ state: 'failed' }])
    expect((await wrong()).join()).toContain("No such payment_intent: 'pi_unknown'")
  })

  test('a refund that came after an unheard one in the dashboard returns what is left', async () => {
    const { buyer, row } = await newSubscriber(store)
    await settle(store)
    const [payment] = await store.db.select().from(subscriptionInvoices)
    await store.stripe.refundPayment(payment?.paymentIntentId ?? '', 179)
    expect((await buyer.call('POST', '/api/subscription/refund')).statusCode).toBe(200)
    await settle(store)
    expect(await store.db.select().from(subscriptionRefunds).orderBy(subscriptionRefunds.id)).toMatchObject([
      { state: 'failed', amountCents: 699 },
      { state: 'sent', amountCents: 520 },
    ])
    expect(await store.db.select().from(subscriptionInvoices)).toMatchObject([
      { subscriptionId: row.id, refundedCents: 699 },
    ])
    await expectMoneyIsRight(store)
  })

  test('the money check reports a refund that was not sent to Stripe within an hour', async () => {
    const { buyer } = await newSubscriber(store)
    await buyer.call('POST', '/api/subscription/refund')
    expect(await wrong()).toEqual([])
    await store.db.execute(sql`update subscription_refunds set created_at = now() - interval '61 minutes'`)
    expect((await wrong()).join()).toContain('was never sent to Stripe')
  })
})
