/**
 * The part of `npm run storm` that runs on its own PostgreSQL, which the caller restarts after crashes. See
 * docs/performance.md.
 */
import { parseArgs } from 'node:util'
import { cents, formatUsd } from '@slipstream/contract/money'
import { migrate } from '@slipstream/db/migrate'
import { recreateDatabase } from '@slipstream/db/testing/test-database'
import { installQueue } from '#lib/jobs/jobs.ts'
import { crashPostgres } from '../crash-postgres.ts'
import { isRight } from './judge-storm.ts'
import { openProcesses } from './open-processes.ts'
import { runStorm } from './storm.ts'

const LONGEST_MS = 120_000
const REDIS_DATABASE = 14

const { values } = parseArgs({
  options: {
    buyers: { type: 'string', default: '200' },
    subscribers: { type: 'string', default: '60' },
    seeds: { type: 'string', default: '1,2,3' },
    servers: { type: 'string', default: '2' },
    workers: { type: 'string', default: '2' },
  },
})
const databaseUrl = process.env.DATABASE_URL ?? ''
const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1_000)} s`

const weather = async (seed: number) => {
  const url = await recreateDatabase(databaseUrl, `storm_${seed}`)
  await migrate(url)
  await installQueue(url)
  const store = await openProcesses(process.env, {
    databaseUrl: url,
    redisDatabase: REDIS_DATABASE,
    servers: Number(values.servers),
    workers: Number(values.workers),
  })
  try {
    return await runStorm(store, {
      seed,
      buyers: Number(values.buyers),
      subscribers: Number(values.subscribers),
      crashDatabase: { times: 2, crash: () => crashPostgres(databaseUrl) },
    })
  } finally {
    await store.close()
  }
}

for (const seed of values.seeds.split(',').map(Number)) {
  const storm = await weather(seed)
  const { atStripe, difference, missing, extra, strayed, check, deliveries, boughtMs, settledMs } = storm
  const isPassed = isRight(storm) && settledMs <= LONGEST_MS
  if (!isPassed) process.exitCode = 1
  console.log(`\nseed ${seed}: ${isPassed ? 'passed' : 'FAILED'}`)
  console.table({
    'orders paid': storm.paid,
    'of them refunded': storm.refunds,
    'subscriptions started': storm.subscribed,
    'of them renewed': storm.renewed,
    'processes killed': storm.kills,
    'PostgreSQL crashes': storm.crashes,
    'calls that buyers repeated': storm.retries,
    'webhooks sent': deliveries.total,
    'webhooks lost': deliveries.dropped,
    'webhooks not accepted': deliveries.failed,
    'net income': formatUsd(cents(atStripe)),
    'difference in cents': difference,
    'mods missing in lockers': missing,
    'extra mods in lockers': extra,
    'subscribers with a wrong state': strayed.length,
    'buying took': seconds(boughtMs),
    'settled after': seconds(settledMs),
  })
  for (const sentence of strayed) console.log(sentence)
  for (const { kind, orderNumber, stripeId, detail } of check.differences) {
    console.log([kind, orderNumber, stripeId, detail].filter(Boolean).join(' · '))
  }
}
