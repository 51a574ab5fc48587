import { and, eq, inArray } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { issueSecret, useSecret } from '#features/auth/one-time-secrets.service.ts'
import { hasVerifiedEmail } from '#features/auth/verified-email.ts'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { enqueue, type Jobs } from '#lib/jobs/jobs.ts'
import type { Letter, Sender } from '#lib/mail/letter.ts'
import { cancelSubscription } from './end-subscription.service.ts'
import { LIVE_STATUSES } from './premium-access.ts'
import { cancelLinkMail } from './subscription-mails.ts'

/** Neither the response nor its timing reveals whether the address has a subscription; only the mail does. */
export const requestCancelLink = (db: Db, email: string) =>
  inTransaction(db, (tx) =>
    enqueue(tx, 'subscriptions.mail_cancel_link', { email }, { jobKey: `subscriptions.mail_cancel_link:${email}` }),
  )

export const writeCancelLink = async (
  tx: Tx,
  { email }: Jobs['subscriptions.mail_cancel_link'],
  sender: Sender,
): Promise<Letter | null> => {
  const [row] = await tx
    .select({ userId: users.id })
    .from(users)
    .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(and(hasVerifiedEmail(email), inArray(subscriptions.status, [...LIVE_STATUSES])))
  return row ? cancelLinkMail(await issueSecret(tx, 'cancel_subscription', row.userId), sender) : null
}

/** The link works once. Stripe is told after that; if this fails, the reconciler tells it later. */
export const cancelByLink = async (parts: PaymentParts, token: string) => {
  const { userId } = await inTransaction(parts.db, (tx) => useSecret(tx, 'cancel_subscription', token))
  return cancelSubscription(parts, userId)
}
