/**
 * What `npm run storm` lets happen on the PostgreSQL it has started: see docs/performance.md. Whoever starts this starts
 * that PostgreSQL again when it is gone.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cents, formatUsd } from '@slipstream/contract/money'
import { migrate } from '@slipstream/db/migrate'
import { recreateDatabase, withClient } from '@slipstream/db/testing/test-database'
import { installQueue } from '#lib/jobs/jobs.ts'
import { isRight } from './judge-storm.ts'
import { openProcesses } from './open-processes.ts'
import { runStorm } from './storm.ts'

const LONGEST_MS = 120_000
const REDIS_DATABASE = 14

const { values } = parseArgs({
  options: {
    buyers: { type: 'string', default: '200' },
    seeds: { type: 'string', default: '1,2,3' },
    servers: { type: 'string', default: '2' },
    workers: { type: 'string', default: '2' },
  },
})
const databaseUrl = process.env.DATABASE_URL ?? ''
const seconds = (milliseconds: number) => `${Math.round(milliseconds / 1_000)} s`

/** The process that all of PostgreSQL's descend from is told to end at once, with nothing written down. */
const crashDatabase = async () => {
  const parent = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return / \w (\d+) /.exec(readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8'))?.[1]
  })
  process.kill(Number(parent), 'SIGQUIT')
  for (const answers = () => withClient(databaseUrl, (client) => client.query('select 1')); ; await sleep(100)) {
    const isBack = await answers().catch(() => null)
    if (isBack) return
  }
}

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
      crashDatabase: { times: 2, crash: crashDatabase },
    })
  } finally {
    await store.close()
  }
}

for (const seed of values.seeds.split(',').map(Number)) {
  const storm = await weather(seed)
  const { atStripe, difference, missing, extra, check, deliveries, boughtMs, settledMs } = storm
  const isPassed = isRight(storm) && settledMs <= LONGEST_MS
  if (!isPassed) process.exitCode = 1
  console.log(`\nseed ${seed}: ${isPassed ? 'passed' : 'FAILED'}`)
  console.table({
    'orders paid': storm.paid,
    'refunds among them': storm.refunds,
    'processes killed': storm.kills,
    'crashes of PostgreSQL': storm.crashes,
    'calls that buyers had to repeat': storm.retries,
    'webhooks sent': deliveries.total,
    'lost on the way': deliveries.dropped,
    'refused by a store that was gone': deliveries.failed,
    'kept by the store in the end': formatUsd(cents(atStripe)),
    'difference in cents': difference,
    'mods missing in lockers': missing,
    'mods too many in lockers': extra,
    'time of buying': seconds(boughtMs),
    'settled after': seconds(settledMs),
  })
  for (const { kind, orderNumber, stripeId, detail } of check.differences) {
    console.log([kind, orderNumber, stripeId, detail].filter(Boolean).join(' · '))
  }
}
