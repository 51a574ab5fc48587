import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Tx, readRows } from '@slipstream/db/client'
import { auditLog } from '@slipstream/db/tables/audit'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { mods } from '@slipstream/db/tables/mods'
import { orderEvents } from '@slipstream/db/tables/order-history'
import { orders } from '@slipstream/db/tables/orders'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { tellOfAccess } from '#features/auth/access-mails.ts'
import type { UserRow } from '#features/auth/current-user.ts'
import { lockFirstOrders, refreshFirstOrders } from '#features/orders/first-orders.service.ts'
import { noteOnOrder } from '#features/orders/order-events.service.ts'
import { updatePremium } from '#features/subscriptions/apply-facts.service.ts'
import { LIVE_STATUSES } from '#features/subscriptions/premium-access.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { isBanned } from '#lib/is-banned.ts'
import { isUniqueViolation } from '#lib/unique-violation.ts'
import { findPerson } from './read-user.service.ts'
import { type Actor, recordOnUser } from './user-acts.service.ts'

interface Move {
  /** The username of the account that gets the purchases. */
  username: string
  reason: string
  actor: Actor
}

/**
 * Moves all paid orders, the locker and the subscription to another account of the same person, completely or not at
 * all. Refunds, disputes and renewals at Stripe follow the order and the subscription, which keep their ids.
 */
export const movePurchases = async (tx: Tx, fromId: number, { username, reason, actor }: Move) => {
  const { from, to } = await lockBoth(tx, fromId, username)
  await refuseOpenPayments(tx, from.id)
  await refuseConflicts(tx, from.id, to.id)
  const moved = {
    orders: await moveOrders(tx, from, to, { reason, by: actor.id }),
    mods: await moveLocker(tx, from, to),
    subscriptions: await moveSubscriptions(tx, from, to),
  }
  if (moved.orders + moved.mods + moved.subscriptions === 0) throw new DomainError('users.nothing_to_move')
  for (const { id } of [from, to]) await announceChange(tx, 'user', id)
  await recordOnUser(tx, to, actor.id, { action: 'receive purchases', after: { from: from.id, ...moved, reason } })
  await recordOnUser(tx, from, actor.id, { action: 'move purchases', after: { to: to.id, ...moved, reason } })
  await tellOfAccess(tx, from.id, 'purchases_moved')
  return moved
}

/** Both accounts under their locks, taken by id, so that two moves in opposite directions cannot deadlock. */
const lockBoth = async (tx: Tx, fromId: number, username: string) => {
  const { id } = await findPerson(tx, fromId)
  const [target] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.usernameKey, username.trim().toLowerCase()))
  if (!target) throw new DomainError('users.no_target')
  if (target.id === id) throw new DomainError('users.same_account')
  const rows = await tx
    .select()
    .from(users)
    .where(and(inArray(users.id, [id, target.id]), isNull(users.erasedAt)))
    .orderBy(asc(users.id))
    .for('no key update')
  const [from, to] = [id, target.id].map((wanted) => rows.find((row) => row.id === wanted))
  if (!from) throw new DomainError('users.not_found')
  if (!to || isBanned(to)) throw new DomainError('users.no_target')
  return { from, to }
}

/** A payment that arrives later would be delivered to the old account. */
const refuseOpenPayments = async (tx: Tx, fromId: number) => {
  const open = await tx.$count(orders, and(eq(orders.userId, fromId), eq(orders.status, 'pending')))
  const starting = await tx.$count(
    subscriptions,
    and(eq(subscriptions.userId, fromId), inArray(subscriptions.status, ['pending', 'incomplete'])),
  )
  if (open + starting > 0) throw new DomainError('users.payment_is_open')
}

const refuseConflicts = async (tx: Tx, fromId: number, toId: number) => {
  const twice = await readRows<{ title: string }>(
    tx,
    sql`select distinct m.title from ${entitlements} a join ${entitlements} b on b.mod_id = a.mod_id
      join mods m on m.id = a.mod_id
      where a.user_id = ${fromId} and b.user_id = ${toId} and a.revoked_at is null and b.revoked_at is null
      order by m.title limit 5`,
  )
  if (twice.length > 0) {
    const titles = twice.map(({ title }) => title).join(', ')
    const message = `Both accounts own ${titles}. Refund or revoke it on one side, then move the rest.`
    throw new DomainError('users.owned_twice', { message })
  }
  const running = await tx
    .selectDistinct({ userId: subscriptions.userId })
    .from(subscriptions)
    .where(
      and(inArray(subscriptions.userId, [fromId, toId]), inArray(subscriptions.status, ['pending', ...LIVE_STATUSES])),
    )
  if (running.length > 1) throw new DomainError('users.subscribed_twice')
}

/** Receipts go to the new account's address. */
const addressOf = ({ email, emailVerifiedAt }: UserRow) => (emailVerifiedAt === null ? {} : { email })

const moveOrders = async (tx: Tx, from: UserRow, to: UserRow, { reason, by }: { reason: string; by: number }) => {
  const isTheirs = and(eq(orders.userId, from.id), isNotNull(orders.paidAt))
  await lockFirstOrders(tx, [from.id, to.id])
  // Every change to an order holds its lock.
  await tx.select({ id: orders.id }).from(orders).where(isTheirs).orderBy(asc(orders.id)).for('update')
  const moved = await tx
    .update(orders)
    .set({
      userId: to.id,
      placedById: sql`coalesce(${orders.placedById}, ${from.id})`,
      // One browser may have used the same key for both accounts.
      clientKey: sql`'moved ' || ${orders.id}`,
      ...addressOf(to),
      updatedAt: sql`now()`,
    })
    .where(isTheirs)
    .returning({ id: orders.id })
  await refreshFirstOrders(tx, [from.id, to.id])
  // Removes the old address now, because deleting the old account later no longer reaches these orders.
  await tx
    .update(orderEvents)
    .set({ detail: sql`${orderEvents.detail} - 'to'` })
    .where(
      inArray(
        orderEvents.orderId,
        moved.map(({ id }) => id),
      ),
    )
  for (const { id } of moved) await noteOnOrder(tx, id, { what: 'moved', by, detail: { reason } })
  return moved.length
}

/** Moves revoked mods too, because their orders move. The audit log then names the new owner, like the locker. */
const moveLocker = async (tx: Tx, from: UserRow, to: UserRow) => {
  const moved = await tx
    .update(entitlements)
    .set({ userId: to.id })
    .where(eq(entitlements.userId, from.id))
    .returning({ id: entitlements.id })
    .catch((error: unknown) => {
      // The same mod was just delivered to the other account.
      if (isUniqueViolation(error, 'entitlements_live')) throw new DomainError('users.owned_twice')
      throw error
    })
  await tx
    .update(auditLog)
    .set({ subjectName: sql`${mods.title} || ' for ' || ${to.username}::text` })
    .from(entitlements)
    .innerJoin(mods, eq(mods.id, entitlements.modId))
    .where(
      and(
        inArray(
          entitlements.id,
          moved.map(({ id }) => id),
        ),
        eq(auditLog.subject, 'entitlement'),
        sql`${auditLog.subjectId} = ${entitlements.id}::text`,
      ),
    )
  return moved.length
}

/** A new version makes a running comparison with Stripe read the row again, with its new owner. */
const moveSubscriptions = async (tx: Tx, from: UserRow, to: UserRow) => {
  const moved = await tx
    .update(subscriptions)
    .set({ userId: to.id, ...addressOf(to), version: sql`${subscriptions.version} + 1` })
    .where(and(eq(subscriptions.userId, from.id), isNotNull(subscriptions.startedAt)))
    .returning({ id: subscriptions.id })
  if (moved.length > 0) for (const { id } of [from, to]) await updatePremium(tx, id)
  return moved.length
}
