import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { checkMoney } from '#features/reconciliation/money-check.service.ts'
import { alterStripe } from '#testing/altered-stripe.ts'
import { newBuyer, openEmptiedStore } from '#testing/buying-store.ts'
import { subjectsTo } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { mineOf, premiumOf, readRow, settle, startSubscribing, subscribe } from '#testing/subscribers.ts'
import { followSubscription, openPage } from './follow-subscription.service.ts'

const store = await openEmptiedStore()

/**
 * A person whose payment page was abandoned because Stripe did not know it, as happens with the API key of another
 * account.
 */
const newAbandoned = async () => {
  const plan = await createPlan(store.db)
  const buyer = await newBuyer(store, [])
  const session = await startSubscribing(buyer, plan)
  let page: object | undefined
  await alterStripe(store, ({ checkoutSessions: pages = {} }) => {
    page = pages[session]
    delete pages[session]
  })
  const { id } = await readRow(store, buyer)
  expect(await followSubscription(store.payments, id)).toMatchObject({ status: 'abandoned' })
  await alterStripe(store, ({ checkoutSessions: pages = {} }) => {
    if (page) pages[session] = page
  })
  return { plan, buyer, session, id }
}

describe('a payment page that was abandoned too early', () => {
  test('paying on a page that was abandoned too early starts the subscription', async () => {
    const { buyer, session } = await newAbandoned()
    await store.stripe.pay(session)
    await settle(store)
    expect(await mineOf(buyer)).toMatchObject({ state: 'active' })
    expect(await premiumOf(store, buyer)).toEqual((await readRow(store, buyer)).accessUntil)
    await expectMoneyIsRight(store)
  })

  test('the money check reports a payment on an abandoned page if no event reported it', async () => {
    const { session } = await newAbandoned()
    await store.stripe.treatDeliveries({ dropPercent: 100 })
    await store.stripe.pay(session)
    const { differences } = await checkMoney(store.payments, { since: new Date(0), until: new Date('2100-01-01') })
    expect(differences.map(({ kind }) => kind)).toEqual(['stripe_not_ledger'])
  })

  test('paying on an abandoned page closes the page that the person opened instead', async () => {
    const { plan, buyer, session, id } = await newAbandoned()
    const newer = await startSubscribing(buyer, plan)
    await store.stripe.pay(session)
    await settle(store)
    const rows = await store.db.select().from(subscriptions).where(eq(subscriptions.userId, buyer.row.id))
    expect(new Map(rows.map((row) => [row.id, row.status])).get(id)).toBe('active')
    expect(rows.map(({ status }) => status).sort()).toEqual(['abandoned', 'active'])
    expect((await store.stripe.sessions()).find((one) => one.id === newer)).toMatchObject({ status: 'expired' })
    await expectMoneyIsRight(store)
  })

  test('a person who already subscribed on another page gets the second payment back and keeps Premium', async () => {
    const { plan, buyer, session, id } = await newAbandoned()
    const kept = await subscribe(store, buyer, plan)
    await store.stripe.pay(session)
    await settle(store)
    await settle(store)
    const [second] = await store.db.select().from(subscriptions).where(eq(subscriptions.id, id))
    expect(second).toMatchObject({ status: 'canceled', endReason: 'refund' })
    expect(await premiumOf(store, buyer)).toEqual(kept.accessUntil)
    expect((await store.stripe.money())?.net).toBe(699)
    const subjects = await subjectsTo(buyer)
    expect(subjects).toContain('Your second Premium payment is being refunded')
    expect(subjects.filter((one) => one.startsWith('Welcome to Premium'))).toHaveLength(1)
    await expectMoneyIsRight(store)
  })
})

test('a page that another process has opened meanwhile is not abandoned', async () => {
  const buyer = await newBuyer(store, [])
  await startSubscribing(buyer, await createPlan(store.db))
  await store.db.update(subscriptions).set({ stripeSessionId: null })
  const row = await readRow(store, buyer)
  const { stripe } = store.payments
  // Stripe refuses this call, because the account of this key does not know the price.
  const refused = {
    ...stripe,
    createSubscriptionSession: async (wanted: Parameters<typeof stripe.createSubscriptionSession>[0]) => {
      await openPage(store.payments, row)
      return stripe.createSubscriptionSession({
        ...wanted,
        idempotencyKey: 'another account',
        priceId: 'price_unknown',
      })
    },
  }
  const after = await followSubscription({ ...store.payments, stripe: refused }, row.id)
  expect(after).toMatchObject({ status: 'pending', stripeSessionId: expect.any(String) })
})
