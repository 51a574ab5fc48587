import { type SQL, sql } from 'drizzle-orm'
import { ERASURE_NOTICE_DAYS, RETENTION_YEARS } from '@slipstream/contract/legal'
import { ENDED_STATUSES } from '@slipstream/contract/subscription-status'
import { orders } from '@slipstream/db/tables/orders'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'

/** Administrators are only ever erased by hand, and a customer who still pays or bought recently is not inactive. */
const isInactive = (cutoff: SQL) => sql`
  u.erased_at is null and not u.is_admin and u.last_active_at < ${cutoff}
    and (u.premium_expires_at is null or u.premium_expires_at < ${cutoff})
    and not exists (select from ${orders} o where o.user_id = u.id and (o.status = 'pending' or o.created_at >= ${cutoff}))
    and not exists (
      select from ${subscriptions} s where s.user_id = u.id and s.status not in ${[...ENDED_STATUSES]})`

const years = sql`make_interval(years => ${RETENTION_YEARS.inactiveAccount}::int)`
const notice = sql`make_interval(days => ${ERASURE_NOTICE_DAYS}::int)`

/** Accounts that may be erased: inactive since the cutoff, and announced long enough ago. */
export const erasable = (cutoff: SQL) => sql`
  select u.id as key, 'Account ' || u.id || ', last active ' || u.last_active_at::date as example
  from ${users} u
  where ${isInactive(cutoff)}
    and u.erasure_announced_at > u.last_active_at and u.erasure_announced_at <= ${cutoff} + ${years} - ${notice}`

/** Accounts whose owners must be told now. Unverified addresses are left out: they may be somebody else's. */
export const unannounced = sql`
  select u.id, u.username, case when u.email_verified_at is not null then u.email end as email,
    greatest(now() + ${notice}, u.last_active_at + ${years}) as erased_on
  from ${users} u
  where ${isInactive(sql`(now() - ${years} + ${notice})`)}
    and (u.erasure_announced_at is null or u.erasure_announced_at <= u.last_active_at)`
