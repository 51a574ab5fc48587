/** npm run growth:events: a worker recovers 100,000 missed events. See docs/performance.md. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { openDatabase } from '@slipstream/db/client'
import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { readConfig } from '#config.ts'
import { checkMoney } from '#features/reconciliation/money-check.service.ts'
import { openStripe } from '#gateways/stripe.ts'
import { countDeadJobs, installQueue } from '#lib/jobs/jobs.ts'
import { startOwnStripe } from '#testing/own-stripe.ts'
import { fillCatalogue } from './fill-catalogue.ts'
import { EVENTS_PER_ORDER, fillOutage } from './fill-outage.ts'

const WORKER = path.resolve(import.meta.dirname, '../../bin/worker.ts')
/** Extra memory the worker may use while it processes the events. */
const MOST_MB = 150

const { values } = parseArgs({ options: { events: { type: 'string', default: '100000' } } })
const events = Number(values.events)
const base = process.env.DATABASE_URL ?? ''
const name = `events_${process.pid}`
const megabytes = (pid: number, field: 'VmRSS' | 'VmHWM') =>
  Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024)
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const since = (start: number) => `${short.format((performance.now() - start) / 60_000)} minutes`

const url = await recreateDatabase(base, name)
const stripe = await startOwnStripe({ url: 'http://127.0.0.1:9/', secret: process.env.STRIPE_WEBHOOK_SECRET ?? '' })
const environment = { ...process.env, DATABASE_URL: url, STRIPE_API_URL: stripe.address }
const database = openDatabase({ url, applicationName: 'slipstream-growth', maxConnections: 2, onIdleError: () => {} })
const { db } = database
const count = async () => {
  const { rows } = await db.execute<{ kept: number; handled: number }>(sql`
    select count(*)::int as kept, count(handled_at)::int as handled from stripe_events`)
  return rows[0] ?? { kept: 0, handled: 0 }
}

/** Runs a real worker until it has processed all events. */
const recover = async () => {
  const worker = spawn(process.execPath, [WORKER], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(worker.stdout, 'data')
  worker.stdout.resume()
  const pid = worker.pid ?? 0
  const began = performance.now()
  const before = megabytes(pid, 'VmRSS')
  let keptAfter = ''
  for (let now = await count(); now.handled < events; now = await count()) {
    if (keptAfter === '' && now.kept >= events) {
      keptAfter = since(began)
      console.log(`all events stored after ${keptAfter}`)
    }
    if (worker.exitCode !== null) throw new Error(`the worker ended with ${worker.exitCode}`)
    await sleep(1_000)
  }
  const took = since(began)
  const memory = { before, after: megabytes(pid, 'VmRSS'), peak: megabytes(pid, 'VmHWM') }
  const gone = once(worker, 'exit')
  worker.kill('SIGTERM')
  await gone
  return { keptAfter, took, memory }
}

try {
  await migrate(url)
  await installQueue(url)
  await fillCatalogue(db, 10)
  await fillOutage(url, stripe, events / EVENTS_PER_ORDER)
  console.log(`${events} missed events of ${events / EVENTS_PER_ORDER} orders`)
  const { keptAfter, took, memory } = await recover()
  const parts = { db, stripe: openStripe(readConfig(environment)) }
  const check = await checkMoney(parts, { since: new Date(0), until: new Date('2100-01-01') })
  const dead = await countDeadJobs(db)
  console.table({
    events,
    'stored after': keptAfter,
    'processed after': took,
    'MB before': memory.before,
    'peak MB': memory.peak,
    'MB after': memory.after,
    'money differences': check.differences.length,
    'dead jobs': dead,
  })
  if (!check.isRight || dead > 0 || memory.peak - memory.before > MOST_MB) process.exitCode = 1
} finally {
  await database.close()
  await stripe.close()
  await dropDatabase(base, name)
}
