import { and, desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { cents } from '@slipstream/contract/money'
import { UNSETTLED_STATES } from '@slipstream/contract/stray-states'
import type { Stray } from '@slipstream/contract/strays'
import type { Db } from '@slipstream/db/client'
import { strays } from '@slipstream/db/tables/payments'
import { users } from '@slipstream/db/tables/users'
import { existedAt } from '#features/payments/find-payer.service.ts'
import type { Movement } from './compare-pages.service.ts'

/** A difference between Stripe and the books until somebody has decided and it is done. */
export const isUnsettled = inArray(strays.state, UNSETTLED_STATES)

const MOST_LISTED = 100
const SHOWN_DAYS = 7

/** What waits for a decision, and what was decided in the last week. */
export const listStrays = async (db: Db): Promise<{ items: Stray[] }> => {
  const isRecent = gt(strays.decidedAt, sql`now() - make_interval(days => ${SHOWN_DAYS})`)
  const rows = await db
    .select({ stray: strays, account: users.username })
    .from(strays)
    .leftJoin(users, and(eq(users.id, strays.accountId), existedAt(strays.soldAt)))
    .where(or(isUnsettled, isRecent))
    .orderBy(desc(strays.id))
    .limit(MOST_LISTED)
  return {
    items: rows.map(({ stray, account }) => ({
      id: stray.id,
      kind: stray.kind,
      number: stray.number,
      stripeId: stray.stripeId,
      account,
      amountCents: cents(stray.amountCents),
      soldAt: stray.soldAt.toISOString(),
      state: stray.state,
      problem: stray.problem,
    })),
  }
}

/**
 * Whether a movement is a payment that was returned by a person's decision and is in no ledger, or a refund or dispute of
 * one.
 */
export const settledStrays = async (db: Db): Promise<(movement: Movement) => boolean> => {
  const rows = await db.select({ ids: strays.settledIds }).from(strays).where(eq(strays.state, 'refunded'))
  const settled = new Set(rows.flatMap(({ ids }) => ids))
  // A refund that the bank returned later is a difference again.
  return ({ kind, stripeId, payment = stripeId }) => kind !== 'refund_failed' && settled.has(payment)
}
