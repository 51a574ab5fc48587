import { sql } from 'drizzle-orm'
import { SENDING_RATES } from '@slipstream/contract/newsletter-limits'
import { type Db, readRows } from '@slipstream/db/client'
import { newsletterRecipients } from '@slipstream/db/tables/newsletter'

const REMEMBERED_DAYS = 30

export interface Share {
  /** Mails in 24 hours: twice the best day of the last month, and at least the number a new sender starts with. */
  cap: number
  /** How many of them may still be sent now. */
  left: number
  /** When the oldest mail of the last 24 hours no longer counts. */
  nextAt: Date
}

/**
 * Receivers trust a sender whose volume grows slowly. The recipients' rows record what was sent, so nothing else is
 * stored. Days are counted as 24 hours back from now: a calendar day would split an evening's newsletter at midnight.
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
