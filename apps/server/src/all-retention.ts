import { PERSONAL_DATA } from '#all-personal-data.ts'
import { accountRetention } from '#features/account/account.retention.ts'
import { alertsRetention } from '#features/alerts/alerts.retention.ts'
import { authRetention } from '#features/auth/auth.retention.ts'
import { chatRetention } from '#features/chat/chat.retention.ts'
import { copiesRetention } from '#features/copies/copies.retention.ts'
import { lockerRetention } from '#features/locker/locker.retention.ts'
import { newsletterRetention } from '#features/newsletter/newsletter.retention.ts'
import { notificationsRetention } from '#features/notifications/notifications.retention.ts'
import { tracesRetention } from '#features/traces/traces.retention.ts'
import { operationsRetention } from '#features/operations/operations.retention.ts'
import { ordersRetention } from '#features/orders/orders.retention.ts'
import { outboxRetention } from '#features/outbox/outbox.retention.ts'
import { reconciliationRetention } from '#features/reconciliation/reconciliation.retention.ts'
import { reviewsRetention } from '#features/reviews/reviews.retention.ts'
import { subscriptionsRetention } from '#features/subscriptions/subscriptions.retention.ts'
import { ticketsRetention } from '#features/tickets/tickets.retention.ts'
import { usersRetention } from '#features/users/users.retention.ts'

/**
 * All retention rules, in the order in which they run: data that belongs to an order or an account is removed before
 * it, so that a dry run counts exactly what a run removes.
 */
export const RETENTION = [
  ...ticketsRetention,
  ...reviewsRetention,
  ...subscriptionsRetention,
  ...ordersRetention,
  ...reconciliationRetention,
  ...lockerRetention,
  ...copiesRetention,
  ...authRetention,
  ...notificationsRetention,
  ...outboxRetention,
  ...newsletterRetention,
  ...chatRetention,
  ...usersRetention,
  ...operationsRetention,
  ...tracesRetention,
  ...alertsRetention,
  ...accountRetention(PERSONAL_DATA),
]

const EXPIRES = 'expires within weeks, and the job auth.sweep deletes it then'
const WITH_ACCOUNT = 'the owner manages it, and it is erased with the account'
const STAFF_ONLY = 'names administrators only, as the author of a change that is kept'

/** Tables that refer to a user and need no rule of their own, and why. A new table needs a rule or a line here. */
export const KEPT_WITHOUT_RULE: Record<string, string> = {
  sessions: EXPIRES,
  one_time_secrets: EXPIRES,
  passkey_challenges: EXPIRES,
  recovery_codes: WITH_ACCOUNT,
  passkeys: WITH_ACCOUNT,
  cart_items: WITH_ACCOUNT,
  carts: WITH_ACCOUNT,
  billing_details: 'what its owner wants on future invoices, erased with the account',
  wishlist_items: WITH_ACCOUNT,
  wishlist_news: WITH_ACCOUNT,
  mail_consents: 'the proof that its owner asked for promotional mail, erased with the account',
  reviews: 'public until its author or an administrator removes it, and without a name once the account is erased',
  review_pictures: 'belongs to a review, or is deleted after a day by the job reviews.sweep',
  review_votes: WITH_ACCOUNT,
  audit_log: STAFF_ONLY,
  chat_reads: 'only the place up to which an administrator has read a room',
  compatibility_changes: STAFF_ONLY,
  uploads: STAFF_ONLY,
  legal_versions: STAFF_ONLY,
  legal_drafts: STAFF_ONLY,
}
