import { sql } from 'drizzle-orm'
import { SENDING_RATES } from '@slipstream/contract/newsletter-limits'
import { type Db, readRows } from '@slipstream/db/client'
import { newsletterRecipients } from '@slipstream/db/tables/newsletter'

const REMEMBERED_DAYS = 30

export interface Share {
  /** Mails in 24 hours: twice the best day of the last month, and at least the number a new sender starts with. */
  cap: number
  /** What is left of it now. */
  left: number
  /** When the first of these 24 hours is over. */
  nextAt: Date
}

/**
 * Receivers trust a sender whose volume grows slowly. What was sent is in the rows, so nothing else is stored. A day is 24
 * hours back from now, like the share itself: a calendar day would cut one evening's newsletter in two at midnight.
 */
export const readShare = async (db: Db): Promise<Share> => {
  const [row] = await readRows<{ best: number; sent: number; begun: string | null }>(
    db,
    sql`
    with sent as (
      select claimed_at, claimed_at > now() - interval '1 day' as is_today,
        floor(extract(epoch from now() - claimed_at) / 86400) as days_ago from ${newsletterRecipients}
      where state in ('sending', 'accepted', 'unknown')
        and claimed_at > now() - make_interval(days => ${REMEMBERED_DAYS})),
    days as (select count(*)::int as number from sent where not is_today group by days_ago)
    select (select coalesce(max(number), 0) from days) as best, count(*) filter (where is_today)::int as sent,
      min(claimed_at) filter (where is_today) as begun from sent`,
  )
  const { best, sent, begun } = row ?? { best: 0, sent: 0, begun: null }
  const cap = Math.max(SENDING_RATES.firstDay, best * 2)
  const nextAt = new Date((begun === null ? Date.now() : new Date(begun).getTime()) + 86_400_000)
  return { cap, left: Math.max(0, cap - sent), nextAt }
}
