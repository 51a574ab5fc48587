import { sql } from 'drizzle-orm'
import type { RecipientCounts } from '@slipstream/contract/newsletter'
import type { RecipientState } from '@slipstream/contract/newsletter-limits'
import { type Db, readRows, type Tx } from '@slipstream/db/client'
import { newsletterRecipients, newsletters } from '@slipstream/db/tables/newsletter'
import { users } from '@slipstream/db/tables/users'
import { mayGet } from './audience.service.ts'

const NONE: RecipientCounts = { waiting: 0, sending: 0, accepted: 0, refused: 0, unknown: 0, skipped: 0 }
const MOST_ATTEMPTS = 3

export const countRecipients = async (db: Db, newsletterId: number): Promise<RecipientCounts> => {
  const rows = await readRows<{ state: RecipientState; number: number }>(
    db,
    sql`select state, count(*)::int as number from ${newsletterRecipients} where newsletter_id = ${newsletterId} group by state`,
  )
  return { ...NONE, ...Object.fromEntries(rows.map(({ state, number }) => [state, number])) }
}

export interface Claimed {
  userId: number
  address: string
}

interface ClaimedRow {
  [column: string]: unknown
  user_id: number
  address: string
  is_due: boolean
}

/** Claims the next recipients. Skips those who unsubscribed, changed their address or were suppressed meanwhile. */
export const claimBatch = async (
  tx: Tx,
  newsletterId: number,
  { claim, size }: { claim: string; size: number },
): Promise<Claimed[]> => {
  for (;;) {
    const { rows } = await tx.execute<ClaimedRow>(sql`
      with next as (
        select r.user_id from ${newsletterRecipients} r
        where r.newsletter_id = ${newsletterId} and r.state = 'waiting'
          and exists (select from ${newsletters} n where n.id = ${newsletterId} and n.state = 'sending')
        order by r.user_id limit ${size} for update skip locked),
      judged as (
        select next.user_id, u.email as current, ${mayGet('newsletter')} as may from next join ${users} u on u.id = next.user_id)
      update ${newsletterRecipients} r set
        state = case when j.may and j.current = r.address then 'sending' else 'skipped' end,
        note = case when not j.may then 'No longer wants or may get it' when j.current <> r.address then 'Has another address now' end,
        claim = ${claim}::uuid, claimed_at = now()
      from judged j where r.newsletter_id = ${newsletterId} and r.user_id = j.user_id
      returning r.user_id, r.address, r.state = 'sending' as is_due`)
    const due = rows.filter((row) => row.is_due)
    // If everybody in the batch was skipped, take the next one at once.
    if (due.length > 0 || rows.length === 0) return due.map((row) => ({ userId: row.user_id, address: row.address }))
  }
}

export interface Outcome {
  userId: number
  state: 'accepted' | 'refused' | 'unknown' | 'waiting'
  note: string
  /** Nothing was handed over: the mail server was unreachable, unavailable or refused the sign-in. */
  isUnreachable: boolean
}

/** Stores the outcomes of a batch. Also corrects a batch that was given up in the meantime. */
export const settleBatch = async (
  tx: Tx,
  { newsletterId, claim, outcomes }: { newsletterId: number; claim: string; outcomes: readonly Outcome[] },
) => {
  await tx.execute(sql`
    update ${newsletterRecipients} r set
      state = case when o.state = 'waiting' and not o."isUnreachable" and r.attempts + 1 >= ${MOST_ATTEMPTS} then 'refused' else o.state end,
      attempts = r.attempts + (o.state = 'waiting' and not o."isUnreachable")::int,
      note = nullif(o.note, '')
    from json_to_recordset(${JSON.stringify(outcomes)}::json) as o ("userId" int, state text, note text, "isUnreachable" boolean)
    where r.newsletter_id = ${newsletterId} and r.user_id = o."userId" and r.claim = ${claim}::uuid
      and r.state in ('sending', 'unknown')`)
}

export const giveUpClaims = (tx: Tx, newsletterId: number) =>
  tx.execute(sql`
    update ${newsletterRecipients} set state = 'unknown', note = 'The worker died while sending'
    where newsletter_id = ${newsletterId} and state = 'sending'`)
