/**
 * npm run walk -- --walks 10000 --seed 1: random walks through everything that moves money. See docs/performance.md.
 */
import { parseArgs } from 'node:util'
import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { isDatabaseUnavailable } from '#lib/database-unavailable.ts'
import { installQueue } from '#lib/jobs/jobs.ts'
import { openWalkStore } from './open-walk-store.ts'
import { runWalks } from './run-walks.ts'

const REDIS_DATABASE = 13
const SAID_EVERY = 100

// On an overloaded machine the queue's own connection may time out. It connects again by itself.
process.on('unhandledRejection', (error) => {
  if (!isDatabaseUnavailable(error)) throw error
})

const { values } = parseArgs({
  options: { walks: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const base = process.env.DATABASE_URL ?? ''
const name = `walk_${process.pid}`
const databaseUrl = await recreateDatabase(base, name)
try {
  await migrate(databaseUrl)
  await installQueue(databaseUrl)
  const store = await openWalkStore(process.env, { databaseUrl, redisDatabase: REDIS_DATABASE })
  try {
    const began = performance.now()
    const minutes = () => short.format((performance.now() - began) / 60_000)
    const { failures, steps } = await runWalks(store, {
      walks: Number(values.walks),
      firstSeed: Number(values.seed),
      onBatch: (done, failed) => {
        for (const { seed, what, trail } of failed)
          console.log(`\nseed ${seed ?? 'unknown'}: ${what}\n  ${trail.join(', ')}`)
        if (done % SAID_EVERY === 0) console.log(`${done} walks after ${minutes()} minutes`)
      },
    })
    console.table(Object.fromEntries([...steps].toSorted(([, one], [, other]) => other - one)))
    const total = [...steps.values()].reduce((sum, times) => sum + times, 0)
    console.log(`${values.walks} walks, ${total} steps, ${minutes()} minutes, ${failures.length} failures`)
    if (failures.length > 0) process.exitCode = 1
  } finally {
    await store.close()
  }
} finally {
  await dropDatabase(base, name)
}
