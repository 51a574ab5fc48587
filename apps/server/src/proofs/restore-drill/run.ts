/**
 * The part of `npm run restore-drill` that runs between two PostgreSQL clusters: DATABASE_URL is filled and backed up,
 * RESTORED_DATABASE_URL is restored into. See docs/performance.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withClient } from '@slipstream/db/testing/test-database'
import { readConfig } from '#config.ts'
import { identityText, newIdentity, recipientOf } from '#lib/age/age-keys.ts'
import { openOwnBuckets } from '#testing/own-buckets.ts'
import { emptyRedis } from '#testing/test-store.ts'
import { supervise } from '../storm/supervise.ts'
import { backUp } from './back-up.ts'
import { compareClusters } from './compare-clusters.ts'
import { callAs, fillStore } from './fill-store.ts'
import { openRestored, restore } from './restore-backup.ts'
import { type Figures, startLoad } from './steady-load.ts'

const REQUESTS_PER_SECOND = 50
const QUIET_MS = 15_000
const REDIS_DATABASE = 13
const MOST_KILL_DELAY_MS = 10_000
const ORDERS_PER_MS = 50

const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' } } })
const orders = Number(values.orders)
const sourceUrl = process.env.DATABASE_URL ?? ''
const targetUrl = process.env.RESTORED_DATABASE_URL ?? ''

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const say = (line: string) => console.log(line)
const megabytes = (bytes: number) => `${whole.format(bytes / 1_000_000)} MB`
const told = ({ requests, p50Ms, p99Ms, slowestMs, failed }: Figures) =>
  `${whole.format(requests)} requests, p50 ${whole.format(p50Ms)} ms, p99 ${whole.format(p99Ms)} ms, slowest ${whole.format(slowestMs)} ms, ${failed.length} failed`
const timed = async <T>(name: string, work: () => Promise<T>) => {
  const began = performance.now()
  const result = await work()
  say(`${name}: ${whole.format((performance.now() - began) / 1_000)} s`)
  return result
}

/** Public pages and the public API. */
const publicPaths = async (address: string) => {
  const { items } = (await (await fetch(`${address}/api/mods`)).json()) as { items: { id: number }[] }
  return Array.from({ length: 700 }, (_, at) => {
    const mod = items[at % items.length]?.id
    const price = `minPrice=${at % 60}`
    const paths = ['/', `/mods?${price}`, `/mods/${mod}`, `/api/mods?${price}`, `/api/mods/facets?${price}`]
    return [...paths, `/api/mods/${mod}`, '/subscribe'][at % 7] ?? '/'
  })
}

const undone: (() => Promise<unknown>)[] = []
const drill = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipstream-drill-'))
  undone.push(async () => rmSync(folder, { recursive: true }))
  const identity = newIdentity()
  const keyFile = path.join(folder, 'owner.key')
  writeFileSync(keyFile, `${identityText(identity)}\n`, { mode: 0o600 })
  // A drill in the store's own buckets would push out the owner's backups.
  const buckets = await openOwnBuckets(process.env)
  undone.push(buckets.remove)
  const environment = {
    ...process.env,
    ...buckets.environment,
    REDIS_URL: `${process.env.REDIS_URL}/${REDIS_DATABASE}`,
    BACKUP_PUBLIC_KEY: recipientOf(identity),
    LOG_LEVEL: 'info',
    REQUESTS_PER_MINUTE: '1000000',
    // The load comes from many visitors behind a proxy.
    TRUSTED_PROXIES: '127.0.0.1',
    ADMIN_SECOND_FACTOR: 'optional',
  } as Record<string, string>
  const { publicUrl, redisUrl } = readConfig(environment)
  await emptyRedis(redisUrl)

  const token = await timed(`writing ${whole.format(orders)} orders`, () => fillStore(sourceUrl, orders))
  const { rows } = await withClient(sourceUrl, (client) =>
    client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes'),
  )
  say(`the database has ${megabytes(Number(rows[0]?.bytes))}`)

  const server = supervise('server with pages', environment)
  undone.push(server.stop)
  const worker = supervise('worker', { ...environment, NODE_OPTIONS: process.env.WORKER_NODE_OPTIONS ?? '' })
  undone.push(worker.stop)
  await Promise.all([server.ready(), worker.ready()])
  const call = callAs(publicUrl, token)

  const paths = await publicPaths(publicUrl)
  // A server that has just started renders everything for the first time and sheds load; the drill is about backups.
  for (const address of new Set(paths)) await (await fetch(publicUrl + address)).arrayBuffer()
  const quiet = startLoad(publicUrl, paths, REQUESTS_PER_SECOND)
  await sleep(QUIET_MS)
  const before = await quiet.stop()
  say(`${REQUESTS_PER_SECOND} requests a second without a backup: ${told(before)}`)

  const load = startLoad(publicUrl, paths, REQUESTS_PER_SECOND)
  const backUpUnderLoad = async () => {
    try {
      return await backUp(call, worker, Math.min(MOST_KILL_DELAY_MS, orders / ORDERS_PER_MS))
    } finally {
      const during = await load.stop()
      say(`${REQUESTS_PER_SECOND} requests a second during the backup: ${told(during)}`)
      for (const sentence of [...before.failed, ...during.failed].slice(0, 5)) say(`failed: ${sentence}`)
      if (before.failed.length + during.failed.length > 0) process.exitCode = 1
    }
  }
  const made = await backUpUnderLoad()
  for (const { phase, done } of made.kills)
    say(`the worker was killed in the phase "${phase}" after ${megabytes(done)}`)
  say(
    `backup ${made.backup.id}: ${megabytes(made.backup.bytes)}, ${whole.format(made.backup.rows)} rows, ${whole.format(made.seconds)} s with ${made.kills.length} kills, worker memory at most ${whole.format(made.mostMegabytes)} MB`,
  )
  await Promise.all([server.stop(), worker.stop()])

  const restored = { ...environment, DATABASE_URL: targetUrl }
  await timed('restoring into a fresh cluster', () => restore(restored, made.backup.id, keyFile, say))
  await timed('comparing both clusters', () => compareClusters(sourceUrl, targetUrl, say))
  await openRestored(restored, { token, orders, say, undo: (work) => undone.push(work) })
}

try {
  await drill()
  say(process.exitCode ? 'the drill failed' : 'the drill passed')
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const undo of undone.reverse()) await undo().catch((error: unknown) => console.error(error))
}
