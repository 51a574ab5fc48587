/**
 * The part of `npm run maintenance-drill` that runs behind the proxy at PUBLIC_URL: closes and opens the store several
 * times and watches what visitors get. See docs/performance.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, openDatabase } from '@slipstream/db/client'
import { readConfig } from '#config.ts'
import { changeSettings } from '#features/settings/settings.service.ts'
import { emptyRedis } from '#testing/test-store.ts'
import { fillStore } from '../restore-drill/fill-store.ts'
import { supervise } from '../storm/supervise.ts'
import { checkClosed } from './check-closed.ts'
import { watch } from './watch.ts'

const CYCLES = 5
const CLOSED_MS = 5_000
const WATCHED_MS = 6_000
const MOST_LATE_MS = 2_000
const ORDERS = 1_000
const REDIS_DATABASE = 13

const { OTHER_PORT = '', OTHER_METRICS_PORT = '' } = process.env
const environment = {
  ...process.env,
  REDIS_URL: `${process.env.REDIS_URL}/${REDIS_DATABASE}`,
  REQUESTS_PER_MINUTE: '1000000',
  TRUSTED_PROXIES: '127.0.0.1',
} as Record<string, string>
const { publicUrl, redisUrl } = readConfig(environment)
const url = environment.DATABASE_URL ?? ''

const undone: (() => Promise<unknown>)[] = []
const drill = async () => {
  await emptyRedis(redisUrl)
  await fillStore(url, ORDERS)
  const { db, close } = openDatabase({
    url,
    applicationName: 'slipstream-drill',
    maxConnections: 1,
    onIdleError: () => {},
  })
  undone.push(close)
  for (const ports of [{}, { PORT: OTHER_PORT, METRICS_PORT: OTHER_METRICS_PORT }]) {
    const server = supervise('server with pages', { ...environment, ...ports })
    undone.push(server.stop)
    await server.ready()
  }

  const turn = async (maintenanceMode: boolean) => {
    await inTransaction(db, (tx) => changeSettings(tx, { maintenanceMode }))
    return performance.now()
  }
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    const visitors = watch(publicUrl, cycle)
    undone.push(visitors.stop)
    await sleep(WATCHED_MS)
    const closedAt = await turn(true)
    await sleep(CLOSED_MS)
    await checkClosed(publicUrl)
    const openedAt = await turn(false)
    await sleep(WATCHED_MS)
    const { refusals, kept, requests } = await visitors.stop()
    const late = Math.max(0, ...refusals.map(({ at }) => at - openedAt))
    const firstAfter = Math.min(...refusals.map(({ at }) => at)) - closedAt
    console.log(
      `cycle ${cycle}: ${requests} requests, ${refusals.length} times 503, the first ${Math.round(firstAfter)} ms after ` +
        `closing, the last ${Math.round(late)} ms after opening, ${kept.length} of them from the cache`,
    )
    if (refusals.length === 0) throw new Error('the store was never closed')
    if (late > MOST_LATE_MS || kept.length > 0) process.exitCode = 1
  }
}

try {
  await drill()
  console.log(process.exitCode ? 'the drill failed' : 'the drill passed')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const undo of undone.reverse()) await undo().catch((error: unknown) => console.error(error))
}
