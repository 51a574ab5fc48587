import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { copyDatabase, dropDatabase } from '@slipstream/db/testing/test-database'
import { openProcesses } from './open-processes.ts'
import { runStorm } from './storm.ts'

/** `npm run storm` has two hundred buyers, kills processes all the time and crashes the database. */
test('T-STORM: twelve buyers and nine subscribers get what they paid for while Stripe fails and a process is killed', async () => {
  const environment = inject('environment')
  const name = `test_${randomBytes(6).toString('hex')}`
  const databaseUrl = await copyDatabase(environment.DATABASE_URL ?? '', inject('templateDatabase'), name)
  const store = await openProcesses(environment, { databaseUrl, redisDatabase: 7, servers: 2, workers: 2 })
  try {
    const storm = await runStorm(store, { seed: 1, buyers: 12, subscribers: 9, mostKills: 1 })
    expect(storm.check.differences).toEqual([])
    expect(storm.strayed).toEqual([])
    expect(storm).toMatchObject({
      difference: 0,
      missing: 0,
      extra: 0,
      waiting: 0,
      kills: 1,
      subscribed: 9,
      renewed: 6,
    })
    expect(storm.paid).toBeGreaterThan(8)
    expect(storm.atStripe).toBeGreaterThan(0)
  } finally {
    await store.close()
    await dropDatabase(environment.DATABASE_URL ?? '', name)
  }
}, 300_000)
