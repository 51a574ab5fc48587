import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { expect, inject } from 'vitest'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { copyDatabase, dropDatabase } from '@slipstream/db/testing/test-database'
import type { Failpoint } from '#lib/failpoints.ts'
import { newBuyer, newMods } from '#testing/buying-store.ts'
import { expectMoneyIsRight } from '#testing/money-check.ts'
import { openProcesses } from './open-processes.ts'
import type { Kind } from './supervise.ts'

/** A store of one server and one worker with its own database, in which processes are killed one after another. */
export const openKillLane = async (redisDatabase: number) => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const environment = inject('environment')
  const databaseUrl = await copyDatabase(environment.DATABASE_URL ?? '', inject('templateDatabase'), name)
  const store = await openProcesses(environment, { databaseUrl, redisDatabase, servers: 1, workers: 1 })
  const mods = await newMods(store, [1_250, 900, 700])
  const admin = await newBuyer(store, [], { isAdmin: true })
  await store.ready()
  return {
    ...store,
    mods,
    admin,
    newBuyer: (cart = mods.slice(0, 2)) => newBuyer(store, cart),
    process: (kind: Kind) => store.processes.find((each) => each.kind === kind) ?? lost(kind),
    close: async () => {
      await store.close()
      await dropDatabase(environment.DATABASE_URL ?? '', name)
    },
  }
}
export type KillLane = Awaited<ReturnType<typeof openKillLane>>

const lost = (kind: Kind): never => {
  throw new Error(`there is no ${kind}`)
}

const LONGEST_MS = 60_000
const POLL_MS = 50

/** Waits until the query returns a row. */
export const until = async ({ db }: Pick<KillLane, 'db'>, wanted: SQL) => {
  for (const giveUpAt = Date.now() + LONGEST_MS; Date.now() < giveUpAt; await sleep(POLL_MS)) {
    const { rows } = await db.execute(wanted)
    if (rows.length > 0) return
  }
  throw new Error('timed out waiting for the database')
}

/**
 * A scenario: it sets up the state before the kill and returns the act that triggers it, a function that reads the
 * state, and the expected end state.
 */
export type Scene = (lane: KillLane) => Promise<{
  act: () => Promise<unknown>
  standing: () => Promise<unknown>
  ending: unknown
}>

/** Lets the worker finish and then freezes it until the kill; otherwise it might act before the server does. */
export const freezeWorker = async (lane: KillLane) => {
  // A frozen process must hold no lock.
  await lane.stripe.settled()
  await until(lane, sql`select where not exists (select from stripe_events where handled_at is null)`)
  lane.process('worker').freeze()
}

/**
 * Plays a scenario in which a process dies at a failpoint. Returns how long after its restart everything was right
 * again.
 */
export const playKill = async (lane: KillLane, killed: Kind, at: Failpoint, scene: Scene) => {
  await lane.stripe.treatDeliveries({})
  const { act, standing: read, ending } = await scene(lane)
  const victim = lane.process(killed)
  const before = victim.deaths()
  await victim.endAt(at)
  const acted = act()
  // Awaited below, after the kill.
  acted.catch(() => {})
  await Promise.race([victim.diedAfter(before), outOf(LONGEST_MS, `no process reached ${at}`)])
  for (const each of lane.processes) each.thaw()
  const readyAt = await victim.ready()
  await acted
  for (const giveUpAt = Date.now() + LONGEST_MS; ; await sleep(POLL_MS)) {
    const standing = await read()
    if (isDeepStrictEqual(standing, ending)) break
    if (Date.now() > giveUpAt) expect(standing, victim.lastWords()).toEqual(ending)
  }
  const recoveredMs = Math.max(0, performance.now() - readyAt)
  expect(victim.deaths()).toBe(before + 1)
  await lane.stripe.settled()
  const { orders } = await expectMoneyIsRight(lane)
  const pages = orders + (await lane.db.$count(subscriptions))
  expect(await lane.stripe.sessions(), 'a payment page for each order and each subscription').toHaveLength(pages)
  return recoveredMs
}

const outOf = async (milliseconds: number, because: string) => {
  await sleep(milliseconds, undefined, { ref: false })
  throw new Error(because)
}
