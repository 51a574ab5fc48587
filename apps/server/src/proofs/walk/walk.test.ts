import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { copyDatabase, dropDatabase } from '@slipstream/db/testing/test-database'
import { openWalkStore } from './open-walk-store.ts'
import { runWalks } from './run-walks.ts'

/** `npm run walk` runs ten thousand walks. */
test('T-WALK: after 200 random walks through buying, refunds, disputes, bans and deletions the money is right to the cent', {
  timeout: 300_000,
}, async () => {
  const environment = inject('environment')
  const name = `test_${randomBytes(6).toString('hex')}`
  const databaseUrl = await copyDatabase(environment.DATABASE_URL ?? '', inject('templateDatabase'), name)
  const store = await openWalkStore(environment, { databaseUrl, redisDatabase: 8 })
  try {
    const { failures, steps } = await runWalks(store, { walks: 200, firstSeed: 1 })
    expect(failures).toEqual([])
    // Every kind of step was taken.
    expect(Math.min(...steps.values())).toBeGreaterThan(5)
    expect(steps.size).toBe(27)
  } finally {
    await store.close()
    await dropDatabase(environment.DATABASE_URL ?? '', name)
  }
})
