import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MySubscription } from '@slipstream/contract/subscriptions-mine'
import type { RecentSubscription, SubscriptionFigures } from '@slipstream/contract/subscriptions-admin'
import { inTransaction } from '@slipstream/db/client'
import { DEMO_SUBSCRIBERS, seedDemo } from '@slipstream/demo/seed-demo'
import { type BuyingStore, newBuyer, openBuyingStore } from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { newBrowser, signIn } from '#testing/people.ts'
import { settle } from '#testing/subscribers.ts'
import { seedSubscribers } from './seed-subscribers.ts'

let store: BuyingStore
beforeAll(async () => {
  store = await openBuyingStore()
  await inTransaction(store.db, (tx) => seedDemo(tx))
  expect(await subscribeAll()).toBe(true)
}, 120_000)
afterAll(() => store.close())

const subscribeAll = () => seedSubscribers({ ...store.payments, emulator: store.stripe.address })

const mineOf = async (username: string) => {
  const browser = newBrowser(store)
  await signIn(browser, username)
  return (await browser.call('GET', '/api/subscription/mine')).json<MySubscription>()
}

test('the demo has a member who renews, one who left and one whose renewal was declined', async () => {
  const active = await mineOf(DEMO_SUBSCRIBERS.active)
  expect(active).toMatchObject({ state: 'active', planName: 'Premium Month', card: { last4: '4242' } })
  expect(active.invoices.length).toBeGreaterThanOrEqual(4)
  expect(await mineOf(DEMO_SUBSCRIBERS.lapsed)).toMatchObject({ state: 'ended', invoices: [{ status: 'paid' }] })
  const pastDue = await mineOf(DEMO_SUBSCRIBERS.pastDue)
  expect(pastDue).toMatchObject({ state: 'past_due', openInvoice: { amountCents: 699 } })
  expect(Date.parse(pastDue.endsAt ?? '')).toBeGreaterThan(Date.now())
})

test('the administrators see the demo’s payments for Premium and its failed renewal', async () => {
  const { call } = await newBuyer(store, [], { isAdmin: true })
  const { items } = (await call('GET', '/api/admin/subscriptions/recent')).json<{ items: RecentSubscription[] }>()
  expect(new Set(items.map(({ username }) => username))).toEqual(new Set(Object.values(DEMO_SUBSCRIBERS)))
  const figures = (await call('GET', '/api/admin/subscriptions/figures')).json<SubscriptionFigures>()
  expect(figures).toMatchObject({ active: 2, failedRenewals: [{ username: DEMO_SUBSCRIBERS.pastDue }] })
})

test('the demo’s subscriptions agree with Stripe to the cent and are created only once', async () => {
  await expectMoneyIsRight(store)
  expect(await subscribeAll()).toBe(false)
  await settle(store)
  await expectMoneyIsRight(store)
  expect(await readMailbox('tess_okonkwo@customer.example')).toEqual([])
})
