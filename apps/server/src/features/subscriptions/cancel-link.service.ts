import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { users } from '@slipstream/db/tables/users'
import { issueSecret, useSecret } from '#features/auth/one-time-secrets.service.ts'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import type { Letter, Sender } from '#lib/mail/letter.ts'
import { type Messages, queueMessage } from '#lib/outbox/outbox.ts'
import { cancelSubscription } from './end-subscription.service.ts'
import { LIVE_STATUSES } from './premium-access.ts'
import { cancelLinkMail } from './subscription-mails.ts'

/** Neither the response nor its timing reveals whether the address has a subscription; only the mail does. */
export const requestCancelLink = (db: Db, email: string) => {
  const options = { kind: 'subscriptions', key: `subscriptions.mail_cancel_link:${email}` } as const
  return inTransaction(db, (tx) => queueMessage(tx, 'subscriptions.mail_cancel_link', { email }, options))
}

/** Each of them is a subscription that somebody pays for. */
const MOST_LINKS = 5

/** Several accounts may claim an address that nobody has confirmed; each that has a subscription gets its own link. */
export const writeCancelLinks = async (
  tx: Tx,
  { email }: Messages['subscriptions.mail_cancel_link'],
  sender: Sender,
): Promise<{ userId: number; letter: Letter }[]> => {
  const rows = await tx
    .selectDistinct({ userId: users.id, isToUnconfirmed: isNull(users.emailVerifiedAt).mapWith(Boolean) })
    .from(users)
    .innerJoin(subscriptions, eq(subscriptions.userId, users.id))
    .where(and(eq(users.email, email), inArray(subscriptions.status, [...LIVE_STATUSES])))
    .orderBy(asc(users.id))
    .limit(MOST_LINKS)
  const letters = []
  for (const { userId, isToUnconfirmed } of rows) {
    const letter = cancelLinkMail(await issueSecret(tx, 'cancel_subscription', userId), sender)
    letters.push({ userId, letter: { ...letter, isToUnconfirmed } })
  }
  return letters
}

/** The link works once. Stripe is told after that; if this fails, the reconciler tells it later. */
export const cancelByLink = async (parts: PaymentParts, token: string) => {
  const { userId } = await inTransaction(parts.db, (tx) => useSecret(tx, 'cancel_subscription', token))
  return cancelSubscription(parts, userId)
}
