import { type SQL, sql } from 'drizzle-orm'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { ENDED_STATUSES } from '@slipstream/contract/subscription-status'
import { type Tx, readRows } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { lockStanding } from '#features/auth/user-standing.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import type { PersonalData } from '#lib/personal-data.ts'
import type { RetentionRule } from '#lib/retention.ts'
import { erasePerson } from './personal-data.service.ts'

/**
 * Only a person may end an administrator’s account, and a customer who still pays or bought recently is not inactive.
 */
const inactive = (cutoff: SQL) => sql`
  select u.id as key, 'Account ' || u.id || ', last active ' || u.last_active_at::date as example
  from ${users} u
  where u.erased_at is null and not u.is_admin and u.last_active_at < ${cutoff}
    and (u.premium_expires_at is null or u.premium_expires_at < ${cutoff})
    and not exists (select from ${orders} o where o.user_id = u.id and (o.status = 'pending' or o.created_at >= ${cutoff}))
    and not exists (
      select from ${subscriptions} s where s.user_id = u.id and s.status not in ${[...ENDED_STATUSES]})`

/** Accounts are erased the same way as when their owners delete them. */
export const accountRetention = (personalData: readonly PersonalData[]): readonly RetentionRule[] => [
  {
    name: 'accounts',
    what: 'Accounts without activity',
    fate: 'erased, as if their owners had deleted them',
    period: { years: RETENTION_YEARS.inactiveAccount },
    tables: ['users'],
    keyType: 'integer',
    batch: 20,
    due: inactive,
    remove: async (tx, keys, cutoff) => {
      for (const key of keys) await eraseIfInactive(tx, personalData, Number(key), cutoff)
    },
  },
]

/** The owner may have signed in since the account was found. */
const eraseIfInactive = async (tx: Tx, personalData: readonly PersonalData[], userId: number, cutoff: SQL) => {
  await lockStanding(tx, userId)
  const still = await readRows(tx, sql`select from (${inactive(cutoff)}) due where key = ${userId}`)
  if (still.length === 0) return
  await erasePerson(tx, personalData, userId)
  await announceChange(tx, 'user', userId)
}
