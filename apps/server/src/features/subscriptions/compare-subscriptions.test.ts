import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { openEmptiedStore } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { newSubscriber, premiumOf, readRow, settle } from '#testing/subscribers.ts'
import { comparePage, startComparison } from './compare-subscriptions.service.ts'

const store = await openEmptiedStore()

const compare = async () => {
  await inTransaction(store.db, (tx) => startComparison(tx, new Date()))
  await runJobs(store)
}

test('the nightly comparison repairs differences that no event reported, in both directions', async () => {
  const [canceling, ended] = [await newSubscriber(store), await newSubscriber(store)]
  await settle(store)
  await store.stripe.treatDeliveries({ dropPercent: 100 })
  await canceling.buyer.call('POST', '/api/subscription/cancel', {})
  await store.db.update(subscriptions).set({ endsAt: null }).where(eq(subscriptions.id, canceling.row.id))
  await store.stripe.endSubscription(ended.stripeId)
  await compare()
  expect((await readRow(store, canceling.buyer)).endsAt).toEqual(canceling.row.paidThrough)
  expect(await readRow(store, ended.buyer)).toMatchObject({ status: 'canceled' })
  expect((await premiumOf(store, ended.buyer))?.getTime() ?? 0).toBeLessThanOrEqual(Date.now())
  await expectMoneyIsRight(store)
})

test('a killed comparison resumes at its current page, and a page can be compared twice', async () => {
  const members = [await newSubscriber(store), await newSubscriber(store), await newSubscriber(store)]
  await settle(store)
  const asked: (string | null)[] = []
  // Pages of one subscription, because a store with a hundred thousand subscribers has many pages.
  const stripe = {
    subscriptionPage: async (after: string | null) => {
      asked.push(after)
      const page = await store.services.stripe.subscriptionPage(after)
      return { ...page, data: page.data.slice(0, 1), has_more: page.data.length > 1 }
    },
  }
  const startedAt = new Date().toISOString()
  let after: string | null = null
  for (const member of members.toReversed()) {
    await comparePage({ db: store.db, stripe }, { after, startedAt })
    await comparePage({ db: store.db, stripe }, { after, startedAt })
    expect((await readRow(store, member.buyer)).comparedAt?.toISOString()).toBe(startedAt)
    after = member.stripeId
  }
  expect(new Set(asked).size).toBe(3)
})
