import { type SQL, sql } from 'drizzle-orm'
import type { Promotion } from '@slipstream/contract/mail-consents'
import type { Audience, AudienceSize } from '@slipstream/contract/newsletter'
import { type Db, readRows } from '@slipstream/db/client'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { mailSuppressions } from '@slipstream/db/tables/newsletter'
import { users } from '@slipstream/db/tables/users'
import { wishlistItems } from '@slipstream/db/tables/wishlist'

/** In all of these conditions, `u` is the user's row. */
const isPresent = sql`u.erased_at is null and (u.banned_at is null or u.ban_ends_at <= now())`
const hasAsked = (promotion: Promotion) => sql`coalesce((u.notification_choices ->> ${promotion})::boolean, false)`
const isVerified = sql`u.email is not null and u.email_verified_at is not null`
const isSuppressed = sql`exists (select from ${mailSuppressions} s where s.address = u.email)`

/** Whether the user may get this promotional mail now. */
export const mayGet = (promotion: Promotion): SQL =>
  sql`(${isPresent} and ${hasAsked(promotion)} and ${isVerified} and not ${isSuppressed})`

/** Whether the user matches the filters, whether or not they asked for the mail. */
export const isIn = ({ owns, wishes, seenWithinDays, awayForDays }: Audience): SQL => {
  const conditions: SQL[] = [sql`true`]
  if (owns.length > 0) {
    conditions.push(sql`exists (select from ${entitlements} e where e.user_id = u.id and e.revoked_at is null
      and e.mod_id = any (${sql.param(owns)}::int[]))`)
  }
  if (wishes.length > 0) {
    conditions.push(sql`exists (select from ${wishlistItems} w where w.user_id = u.id
      and w.mod_id = any (${sql.param(wishes)}::int[]))`)
  }
  if (seenWithinDays !== null) {
    conditions.push(sql`u.last_active_at >= now() - make_interval(days => ${seenWithinDays})`)
  }
  if (awayForDays !== null) conditions.push(sql`u.last_active_at < now() - make_interval(days => ${awayForDays})`)
  return sql.join(conditions, sql` and `)
}

/** Counts each person once, as a recipient or by the first reason that excludes them. */
export const countAudience = async (db: Db, audience: Audience): Promise<AudienceSize> => {
  const [row] = await readRows<{ recipients: number; asked: number; unverified: number; suppressed: number }>(
    db,
    sql`select
      count(*) filter (where ${mayGet('newsletter')})::int as recipients,
      count(*) filter (where not ${hasAsked('newsletter')})::int as asked,
      count(*) filter (where ${hasAsked('newsletter')} and not (${isVerified}))::int as unverified,
      count(*) filter (where ${hasAsked('newsletter')} and ${isVerified} and ${isSuppressed})::int as suppressed
    from ${users} u where ${isPresent} and ${isIn(audience)}`,
  )
  const { recipients = 0, asked = 0, unverified = 0, suppressed = 0 } = row ?? {}
  return { recipients, excluded: { didNotAsk: asked, unverified, suppressed } }
}
