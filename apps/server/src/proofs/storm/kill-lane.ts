import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type SQL, sql } from 'drizzle-orm'
import { expect, inject } from 'vitest'
import { copyDatabase, dropDatabase } from '@slipstream/db/testing/test-database'
import type { Failpoint } from '#lib/failpoints.ts'
import { type Buyer, newBuyer, newMods } from '#testing/buying-store.ts'
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

/** What must be true about a buyer's orders in the end. */
interface Ending {
  /** Order statuses, oldest first. */
  orders: string[]
  /** How many mods are in the locker. */
  mods: number
  receipts: number
}

const standingOf = async ({ db }: Pick<KillLane, 'db'>, { row }: Buyer) => {
  const { rows } = await db.execute<{ orders: string[]; mods: number; receipts: number; waiting: number }>(sql`
    select array(select status from orders where user_id = ${row.id} order by id) as orders,
      (select count(*)::int from entitlements where user_id = ${row.id} and revoked_at is null) as mods,
      (select count(*)::int from order_events join orders o on o.id = order_id
        where o.user_id = ${row.id} and what = 'receipt_mailed') as receipts,
      (select count(*)::int from order_refunds join orders o on o.id = order_id
        where o.user_id = ${row.id} and state = 'queued') as waiting`)
  return rows[0]
}

const LONGEST_MS = 60_000

/** Waits until the query returns a row. */
export const until = async ({ db }: Pick<KillLane, 'db'>, wanted: SQL) => {
  for (const giveUpAt = Date.now() + LONGEST_MS; Date.now() < giveUpAt; await sleep(50)) {
    const { rows } = await db.execute(wanted)
    if (rows.length > 0) return
  }
  throw new Error('timed out waiting for the database')
}

/** A scenario: what happens before the kill, what triggers it, and the expected end. */
export type Scene = (lane: KillLane) => Promise<{ buyer: Buyer; act: () => Promise<unknown>; ending: Ending }>

/**
 * Plays a scenario in which a process dies at a failpoint. Returns how long after its restart everything was right
 * again.
 */
export const playKill = async (lane: KillLane, killed: Kind, at: Failpoint, scene: Scene) => {
  await lane.stripe.treatDeliveries({})
  const { buyer, act, ending } = await scene(lane)
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
  const wanted = { ...ending, waiting: 0 }
  for (const giveUpAt = Date.now() + LONGEST_MS; ; await sleep(25)) {
    const standing = await standingOf(lane, buyer)
    if (isDeepStrictEqual(standing, wanted)) break
    if (Date.now() > giveUpAt) expect(standing, victim.lastWords()).toEqual(wanted)
  }
  const recoveredMs = Math.max(0, performance.now() - readyAt)
  expect(victim.deaths()).toBe(before + 1)
  await lane.stripe.settled()
  const { orders } = await expectMoneyIsRight(lane)
  expect(await lane.stripe.sessions(), 'a payment page for each order').toHaveLength(orders)
  return recoveredMs
}

const outOf = async (milliseconds: number, because: string) => {
  await sleep(milliseconds, undefined, { ref: false })
  throw new Error(because)
}
