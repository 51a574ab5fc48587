import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import type { Db } from '@slipstream/db/client'
import { cartItems, carts } from '@slipstream/db/tables/cart'
import { mods } from '@slipstream/db/tables/mods'
import type { RedisGateway } from '#gateways/redis.ts'
import type { ChangeBus } from '#lib/cache/change-bus.ts'
import { type CartState, openMarks } from './cart-marks.ts'

/** Identifies one state of one person's cart: equal stamps mean equal content, prices included. */
type Stamp = string

export interface CartStamps {
  stampOf: (userId: number) => Promise<Stamp>
  /** Call after a change is committed: every poll from then on, in any process, sees it. */
  changed: (userId: number) => Promise<void>
}

/**
 * Tells whether a cart has changed without reading it. PostgreSQL has the versions; Redis caches copies, which are
 * valid only within an epoch. A new epoch starts with every catalogue change and whenever a change may have been
 * missed: when a process starts, after the announcement connection was lost, or after Redis restarted or rejected a
 * write. A copy may be lost at any time, but a stale one is never trusted.
 */
export const openCartStamps = ({ db, redis, bus }: { db: Db; redis: RedisGateway; bus: ChangeBus }): CartStamps => {
  const marks = openMarks(redis)
  const readState = openStates(db)
  /** The latest epoch this process knows; its own while Redis is down. */
  let epoch = newEpoch()
  let begun = 0
  let hasMissed = true
  const beginEpoch = async () => {
    epoch = newEpoch()
    begun += 1
    hasMissed = true
    const before = begun
    if ((await marks.beginEpoch(epoch)) && before === begun) hasMissed = false
  }
  const outdate = async (userId: number) => {
    if (!(await marks.outdate(userId))) hasMissed = true
  }
  bus.onChange('mods', () => void beginEpoch())
  bus.onChange('cart', (userId) => void (userId === undefined ? beginEpoch() : outdate(userId)))
  redis.onReturn((hasReconnected) => {
    if (hasReconnected || hasMissed) void beginEpoch()
  })

  return {
    changed: outdate,
    stampOf: async (userId) => {
      const [now, before] = [Date.now(), begun]
      const found = await marks.find(userId)
      if (found?.epoch === null) void beginEpoch()
      else if (found && before === begun) epoch = found.epoch
      const current = found?.epoch ?? epoch
      if (found?.state && holdsAt(found.state, now)) return stamp(userId, current, found.state)
      const state = await readState(userId, now)
      if (found) void marks.keep(userId, current, state, now)
      return stamp(userId, current, state)
    },
  }
}

const newEpoch = () => randomBytes(9).toString('base64url')

const holdsAt = ({ turnsAt }: CartState, now: number) => turnsAt === 0 || now < turnsAt

/** Two people may share a browser and its HTTP cache, so the stamp also says whose cart it is. */
const stamp = (userId: number, epoch: string, { version, turnsAt }: CartState): Stamp =>
  `${userId}-${version}-${turnsAt}-${epoch}`

/** A prepared statement, because every open page triggers it while Redis is down. */
const openStates = (db: Db) => {
  const [user, now] = [sql.placeholder('user'), sql.placeholder('now')]
  const after = (moment: typeof mods.saleStartsAt | typeof mods.saleEndsAt) =>
    sql`case when ${moment} > ${now}::timestamptz then ${moment} end`
  const nextTurn = sql`min(least(${after(mods.saleStartsAt)}, ${after(mods.saleEndsAt)}))`
  const statement = db
    .select({
      version: sql<string | null>`(select ${carts.version} from ${carts} where ${carts.userId} = ${user})`,
      turnsAt: sql<number>`coalesce(ceil(extract(epoch from ${nextTurn}) * 1000), 0)`.mapWith(Number),
    })
    .from(cartItems)
    .innerJoin(mods, eq(mods.id, cartItems.modId))
    .where(and(eq(cartItems.userId, user), isNotNull(mods.salePriceCents)))
    .prepare('cart_state')
  return async (userId: number, at: number): Promise<CartState> => {
    const [row] = await statement.execute({ user: userId, now: new Date(at).toISOString() })
    return { version: row?.version ?? 'new', turnsAt: row?.turnsAt ?? 0 }
  }
}
