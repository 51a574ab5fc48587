import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { inTransaction, type WritableDb } from '@slipstream/db/client'
import { startComparison } from '#features/subscriptions/compare-subscriptions.service.ts'
import type { OwnStripe } from '#testing/own-stripe.ts'

const WORKER = path.resolve(import.meta.dirname, '../../bin/worker.ts')
/** The memory limits of `npm run start:worker`: without them, uncollected garbage would distort the measurement. */
const AS_IN_PRODUCTION = '--max-old-space-size=512 --max-semi-space-size=8'
const POLL_MS = 250
const CLOCK_TICK_MS = 10

const megabytes = (pid: number, field: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** CPU time of the process so far. */
const workedMs = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
  return (Number(fields[13]) + Number(fields[14])) * CLOCK_TICK_MS
}

const startWorker = async (environment: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, [WORKER], {
    env: { ...environment, LOG_LEVEL: 'info', NODE_OPTIONS: AS_IN_PRODUCTION },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((ready) => {
    child.stdout.setEncoding('utf8').on('data', (said: string) => {
      if (said.includes('the worker is waiting for jobs')) ready()
    })
  })
  const pid = child.pid ?? 0
  return { child, pid, began: performance.now(), workedBefore: workedMs(pid), memoryBefore: megabytes(pid, 'VmRSS') }
}
type Worker = Awaited<ReturnType<typeof startWorker>>

const end = async (child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') => {
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

const costOf = ({ pid, began, workedBefore, memoryBefore }: Worker) => ({
  tookMs: performance.now() - began,
  workedMs: workedMs(pid) - workedBefore,
  memoryBefore,
  memoryPeak: megabytes(pid, 'VmHWM'),
})

interface Parts {
  db: WritableDb
  stripe: OwnStripe
  environment: NodeJS.ProcessEnv
}

const countersOf = ({ db, stripe }: Parts) => ({
  count: async () => {
    const { rows } = await db.execute<{ compared: number; waiting: number }>(sql`
      select (select count(*)::int from subscriptions where compared_at is not null) as compared,
        (select count(*)::int from graphile_worker.jobs where task_identifier like 'subscriptions.%') as waiting`)
    return rows[0] ?? { compared: 0, waiting: 0 }
  },
  pagesRead: async () =>
    (await stripe.calls()).filter(({ path: asked }) => asked.startsWith('/v1/subscriptions?')).length,
})

/** Lets a real worker do what is left of a comparison. */
export const finishComparison = async (parts: Parts) => {
  const { count, pagesRead } = countersOf(parts)
  const worker = await startWorker(parts.environment)
  while ((await count()).waiting > 0) await sleep(POLL_MS)
  const cost = costOf(worker)
  await end(worker.child, 'SIGTERM')
  return { cost, compared: (await count()).compared, pages: await pagesRead() }
}

interface Killed extends Parts {
  /** The worker is killed after this many subscriptions. */
  killAfter: number
}

/** Runs the nightly comparison in a real worker, kills the worker, and lets another one finish. */
export const compareAndKill = async ({ killAfter, ...parts }: Killed) => {
  const { count, pagesRead } = countersOf(parts)
  const first = await startWorker(parts.environment)
  await inTransaction(parts.db, (tx) => startComparison(tx, new Date()))
  while ((await count()).compared < killAfter) await sleep(POLL_MS)
  const cost = costOf(first)
  await end(first.child, 'SIGKILL')
  const atKill = { compared: (await count()).compared, pages: await pagesRead() }
  const done = await finishComparison(parts)
  return { ...done, atKill, calls: (await parts.stripe.calls()).length, costs: [cost, done.cost] }
}
