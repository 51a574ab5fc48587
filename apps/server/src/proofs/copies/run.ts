/**
 * npm run measure:copies -- --megabytes 600 --buyers 100 --at-once 8 --rush 500: what delivering marked copies costs. See
 * docs/performance.md.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { inTransaction, readRows } from '@slipstream/db/client'
import { migrate } from '@slipstream/db/migrate'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { openFile } from '@slipstream/mod-archive/source'
import { writeMod } from '@slipstream/mod-archive/testing/generated-mod'
import { loadConfig } from '#config.ts'
import { enqueueAll, installQueue } from '#lib/jobs/jobs.ts'
import { type CopyStore, openCopyStore } from './open-copy-store.ts'
import { copyBody, createBuyers, discard, isWhole, publish, rush, split } from './rush.ts'

const MOD = { vehicles: 3, configurations: 36, physicsFiles: 40 }
const CHECKED_WHOLE = 2
const RUSH_MS = 60_000

const { values } = parseArgs({
  options: {
    megabytes: { type: 'string', default: '600' },
    buyers: { type: 'string', default: '100' },
    ahead: { type: 'string', default: '8' },
    'at-once': { type: 'string', default: '8' },
    rush: { type: 'string', default: '500' },
  },
})
const number = (name: keyof typeof values) => Number(values[name])

const percentile = (waits: readonly number[], share: number) => {
  const sorted = waits.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}
const cpuSeconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
const peakMb = () => Math.round(process.resourceUsage().maxRSS / 1_024)

/** What a crowd of buyers costs and how long each of them waits. */
const measureRush = async (store: CopyStore, modId: number, crowd: Parameters<typeof rush>[2]) => {
  const buyers = crowd.userIds
  store.ofWorker.reset()
  store.ofServer.reset()
  const [began, cpu] = [performance.now(), cpuSeconds()]
  const delivered = await rush(store, modId, crowd)
  const { calls, sentBytes } = store.ofWorker.read()
  const waits = delivered.map(({ waitedMs }) => waitedMs)
  const workerCalls = Object.values(calls).reduce((sum, count) => sum + count, 0)
  return {
    delivered,
    figures: {
      buyers: buyers.length,
      seconds: Math.round(performance.now() - began) / 1_000,
      p50Ms: percentile(waits, 0.5),
      p95Ms: percentile(waits, 0.95),
      sentBytesPerBuyer: Math.round(sentBytes / buyers.length),
      callsPerBuyer: workerCalls / buyers.length,
      cpuSecondsPerBuyer: (cpuSeconds() - cpu) / buyers.length,
      peakMb: peakMb(),
      differentCopies: new Set(delivered.map(({ sha256 }) => sha256)).size,
      calls,
    },
  }
}

const prepareAhead = async ({ db }: CopyStore, buyers: readonly number[]) => {
  const began = performance.now()
  const owned = await readRows<{ id: number }>(
    db,
    sql`select id from entitlements where user_id = any (${sql.param([...buyers])}::integer[])`,
  )
  await inTransaction(db, (tx) =>
    enqueueAll(
      tx,
      'copies.prepare',
      owned.map(({ id }) => ({ jobKey: `copies.prepare:${id}`, payload: { entitlementId: id } })),
    ),
  )
  for (;;) {
    const [left] = await readRows<{ jobs: number }>(db, sql`select count(*)::int as jobs from graphile_worker.jobs`)
    if (left?.jobs === 0) return performance.now() - began
    await sleep(200)
  }
}

const measureLarge = async (store: CopyStore, file: string) => {
  await writeMod(file, { ...MOD, bytes: number('megabytes') * 1e6 })
  const archive = await openFile(file)
  const released = await publish(store, archive)
  await archive.close()
  store.ofWorker.reset()
  const cpu = cpuSeconds()
  const splitMs = Math.round(await split(store, released.releaseId))
  console.log({ split: { ms: splitMs, cpuSeconds: cpuSeconds() - cpu, peakMb: peakMb(), ...store.ofWorker.read() } })
  const atOnce = number('at-once')
  for (const copies of [1, atOnce]) {
    console.log({ 'the storage alone': { copies, ms: Math.round(await copyBody(store, released.releaseId, copies)) } })
  }
  const clicked = await createBuyers(store, released.modId, number('buyers'))
  const keeps = CHECKED_WHOLE
  const { delivered, figures } = await measureRush(store, released.modId, { userIds: clicked, atOnce, keeps })
  for (const copy of delivered.slice(-keeps)) if (!(await isWhole(copy))) throw new Error('a copy is damaged')
  console.log({ 'composed on the first click': figures })
  const again = { userIds: clicked.slice(-keeps), atOnce }
  console.log({ 'clicked again': (await measureRush(store, released.modId, again)).figures })
  const early = await createBuyers(store, released.modId, number('ahead'))
  const aheadMs = Math.round(await prepareAhead(store, early))
  const ahead = await measureRush(store, released.modId, { userIds: early, atOnce })
  console.log({ 'composed ahead of the click': { aheadMs, ...ahead.figures } })
  await discard(store, released)
}

const measureManyBuyers = async (store: CopyStore, file: string) => {
  await writeMod(file, { vehicles: 1, configurations: 2, physicsFiles: 4, bytes: 6e6 })
  const archive = await openFile(file)
  const released = await publish(store, archive)
  await archive.close()
  const buyers = await createBuyers(store, released.modId, number('rush'))
  const { delivered, figures } = await measureRush(store, released.modId, {
    userIds: buyers,
    atOnce: buyers.length,
    withinMs: RUSH_MS,
  })
  let damaged = 0
  for (const copy of delivered) if (!(await isWhole(copy))) damaged += 1
  console.log({ 'buyers of a fresh release within a minute': { ...figures, damaged } })
  await discard(store, released)
  if (damaged > 0 || figures.differentCopies !== buyers.length) process.exitCode = 1
}

const base = process.env.DATABASE_URL ?? ''
const name = `copies_${process.pid}`
const databaseUrl = await recreateDatabase(base, name)
const folder = await mkdtemp(path.join(tmpdir(), 'measure-copies-'))
try {
  await migrate(databaseUrl)
  await installQueue(databaseUrl)
  const store = await openCopyStore(loadConfig(), databaseUrl)
  try {
    if (number('rush') > 0) await measureManyBuyers(store, path.join(folder, 'small.zip'))
    if (number('buyers') > 0) await measureLarge(store, path.join(folder, 'mod.zip'))
  } finally {
    await store.close()
  }
} finally {
  await rm(folder, { recursive: true })
  await dropDatabase(base, name)
}
