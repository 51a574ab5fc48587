import { expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { createRelease } from '@slipstream/db/testing/catalogue-factories'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { buy, newBuyer, newMods, openEmptiedStore } from '#testing/buying-store.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { subscribe } from '#testing/subscribers.ts'
import { queueAnnouncement } from './announce-release.service.ts'

const store = await openEmptiedStore()

test('T-KILL: a mailbox shows every mail once even if each job runs twice', async () => {
  const mods = await newMods(store, [1_250])
  const buyer = await newBuyer(store, mods)
  await buy(store, buyer)
  await subscribe(store, buyer, await createPlan(store.db))
  await store.stripe.settled()
  const release = await createRelease(store.db, {
    modId: mods[0]?.id ?? 0,
    version: '2.0.0',
    changes: ['New springs.'],
  })
  await inTransaction(store.db, (tx) => queueAnnouncement(tx, release.id))
  await runJobs(store, { isRepeated: true })

  const mails = await readMailbox(buyer.row.email ?? '', 0)
  const shown = new Map(mails.map(({ headers, subject }) => [headers['message-id'], subject]))
  expect([...shown.values()].toSorted()).toEqual([
    expect.stringMatching(/2\.0\.0 is ready/),
    'Welcome to Premium at Slipstream',
    expect.stringMatching(/^Your receipt/),
  ])
})
