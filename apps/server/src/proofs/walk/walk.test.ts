import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { copyDatabase, dropDatabase } from '@slipstream/db/testing/test-database'
import { openWalkStore } from './open-walk-store.ts'
import { runWalks, STEP_NAMES } from './run-walks.ts'

/** `npm run walk` runs ten thousand walks. */
test('T-WALK: after 200 random walks through buying, subscribing, refunds, disputes, moves, deletions, months and a restore the money is right to the cent', {
  timeout: 600_000,
}, async () => {
  const environment = inject('environment')
  const name = `test_${randomBytes(6).toString('hex')}`
  const databaseUrl = await copyDatabase(environment.DATABASE_URL ?? '', inject('templateDatabase'), name)
  const store = await openWalkStore(environment, { databaseUrl, redisDatabase: 8 })
  try {
    const { failures, steps } = await runWalks(store, { walks: 200, firstSeed: 1 })
    expect(failures).toEqual([])
    // Every kind of step was taken.
    expect(STEP_NAMES.filter((name) => (steps.get(name) ?? 0) < 3)).toEqual([])
  } finally {
    await store.close()
    await dropDatabase(environment.DATABASE_URL ?? '', name)
  }
})
