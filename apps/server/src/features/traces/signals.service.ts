import { sql } from 'drizzle-orm'
import type { TraceSignal } from '@slipstream/contract/traces'
import { type Db, readRows } from '@slipstream/db/client'
import { signIns } from '@slipstream/db/tables/auth'
import { downloads } from '@slipstream/db/tables/locker'
import { orders } from '@slipstream/db/tables/orders'
import { users } from '@slipstream/db/tables/users'

interface Row extends Record<string, unknown> {
  otherAddress: number
  otherAddressAt: Date | null
  failed: number
  failedAt: Date | null
  resetAt: Date | null
  orders: number
  refundedOrders: number
  disputedOrders: number
  since: Date
}

/**
 * Signs of a stolen account, and the account's history. Addresses are compared only while the logins of that time are
 * still kept: an older download proves nothing.
 */
export const readSignals = async (db: Db, userId: number, modId: number): Promise<TraceSignal[]> => {
  const [row] = await readRows<Row>(
    db,
    sql`with loaded as (
        select ip, at from ${downloads} where user_id = ${userId} and mod_id = ${modId}
      ), logins as (
        select ip, at, method, result from ${signIns} where user_id = ${userId}
      ), compared as (
        select ip, at from loaded where ip is not null and at >= (select min(at) from logins)
      ), elsewhere as (
        select at from compared where not exists (
          select from logins where logins.ip = compared.ip and logins.result = 'ok')
      ), failed as (
        select at from logins where result in ('wrong_secret', 'second_factor', 'limited') and exists (
          select from loaded where loaded.at between logins.at and logins.at + interval '7 days')
      )
      select
        (select count(*)::int from elsewhere) as "otherAddress",
        (select max(at) from elsewhere) as "otherAddressAt",
        (select count(*)::int from failed) as failed,
        (select max(at) from failed) as "failedAt",
        (select max(at) from logins where method = 'reset' and at > (select min(at) from loaded)) as "resetAt",
        (select count(*)::int from ${orders} where user_id = ${userId} and paid_at is not null) as orders,
        (select count(*)::int from ${orders} where user_id = ${userId}
           and status in ('refunded', 'partially_refunded')) as "refundedOrders",
        (select count(*)::int from ${orders} where user_id = ${userId} and status = 'disputed') as "disputedOrders",
        created_at as since
      from ${users} where id = ${userId}`,
  )
  return row ? toSignals(row) : []
}

const toSignals = (row: Row): TraceSignal[] => {
  const { orders: count, refundedOrders, disputedOrders } = row
  const signals: (TraceSignal | null)[] = [
    row.otherAddressAt && { kind: 'other_address', count: row.otherAddress, lastAt: iso(row.otherAddressAt) },
    row.failedAt && { kind: 'failed_sign_ins', count: row.failed, lastAt: iso(row.failedAt) },
    row.resetAt && { kind: 'password_reset', lastAt: iso(row.resetAt) },
    { kind: 'history', orders: count, refundedOrders, disputedOrders, since: iso(row.since) },
  ]
  return signals.filter((signal) => signal !== null)
}

const iso = (at: Date) => new Date(at).toISOString()
