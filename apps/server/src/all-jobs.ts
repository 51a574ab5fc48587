import type { Logger } from 'pino'
import type { Db } from '@slipstream/db/client'
import { allAlerts } from '#all-alerts.ts'
import { allMessages } from '#all-messages.ts'
import { ALERT_SCHEDULE, alertJobs } from '#features/alerts/alerts.jobs.ts'
import type { ExpiringSecret } from '#features/alerts/machine.alerts.ts'
import { ANNOUNCEMENT_SCHEDULE, announcementJobs } from '#features/announcements/announcements.jobs.ts'
import { ACCOUNT_SCHEDULE, accountJobs } from '#features/account/account.jobs.ts'
import { AUTH_SCHEDULE, authJobs } from '#features/auth/auth.jobs.ts'
import { RETENTION } from '#all-retention.ts'
import { BACKUP_SCHEDULE, backupJobs } from '#features/backups/backups.jobs.ts'
import { answerTrackerOperation } from '#features/tickets/admin/trackers.operation.ts'
import { type BackupParts, backupOperation } from '#features/backups/backups.operation.ts'
import { COPY_SCHEDULE, copyJobs } from '#features/copies/copies.jobs.ts'
import type { MarkKeys } from '#features/copies/mark-keys.ts'
import { checkoutJobs } from '#features/checkout/checkout.jobs.ts'
import { CLEANUP_SCHEDULE, cleanupJobs } from '#features/cleanup/cleanup.jobs.ts'
import { cleanupOperation } from '#features/cleanup/cleanup.service.ts'
import { NEWSLETTER_SCHEDULE, newsletterJobs } from '#features/newsletter/newsletter.jobs.ts'
import { sendNewsletterOperation } from '#features/newsletter/send-newsletter.operation.ts'
import { PUBLISH_DUE_SCHEDULE, publishDueJobs } from '#features/mods/publish-due.jobs.ts'
import { invoiceJobs } from '#features/invoices/invoices.jobs.ts'
import { legalJobs } from '#features/legal/legal.jobs.ts'
import { lockerJobs } from '#features/locker/locker.jobs.ts'
import { PICTURE_SCHEDULE, pictureJobs } from '#features/pictures/pictures.jobs.ts'
import { SALES_SCHEDULE, salesJobs } from '#features/mods/sales.jobs.ts'
import type { Operation } from '#features/operations/operation.ts'
import { OPERATION_SCHEDULE, operationJobs } from '#features/operations/operations.jobs.ts'
import { ORDER_SCHEDULE, orderJobs } from '#features/orders/orders.jobs.ts'
import { OUTBOX_SCHEDULE, outboxJobs } from '#features/outbox/outbox.jobs.ts'
import { RECONCILIATION_SCHEDULE, reconciliationJobs } from '#features/reconciliation/reconciliation.jobs.ts'
import { PREMIUM_SCHEDULE, premiumJobs } from '#features/premium/premium.jobs.ts'
import { REVIEW_SCHEDULE, reviewJobs } from '#features/reviews/reviews.jobs.ts'
import { SUBSCRIPTION_SCHEDULE, subscriptionJobs } from '#features/subscriptions/subscriptions.jobs.ts'
import { TICKET_SCHEDULE, ticketJobs } from '#features/tickets/tickets.jobs.ts'
import { VISIT_SCHEDULE, visitJobs } from '#features/visits/visits.jobs.ts'
import { WISHLIST_SCHEDULE, wishlistJobs } from '#features/wishlist/wishlist.jobs.ts'
import { traceOperation } from '#features/traces/trace.operation.ts'
import { UPLOAD_SCHEDULE, uploadJobs } from '#features/uploads/uploads.jobs.ts'
import type { AlertChannels } from '#gateways/alert-channels.ts'
import type { DiscordRoles } from '#gateways/discord-roles.ts'
import type { DiscordWebhooks } from '#gateways/discord-webhooks.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import type { StripeGateway } from '#gateways/stripe.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { forgetOldHeartbeats } from '#lib/jobs/worker-heartbeat.ts'

interface JobParts extends BackupParts {
  log: Pick<Logger, 'info' | 'warn'>
  db: Db
  discordRoles: DiscordRoles | null
  discordWebhooks: DiscordWebhooks
  mailer: Mailer
  /** Keeps its connections open, for bulk promotional mail. */
  promotions: Mailer
  storage: Storage
  stripe: StripeGateway
  publicUrl: string
  secretsExpire: readonly ExpiringSecret[]
  markKeys: MarkKeys
  channels: AlertChannels
  redact: (text: string) => string
}

/** All long operations; their features start them. */
const allOperations = (parts: JobParts): readonly Operation[] => [
  cleanupOperation(parts.db, RETENTION),
  backupOperation(parts),
  answerTrackerOperation(),
  sendNewsletterOperation(parts),
  traceOperation(parts),
]

/** All job handlers of a worker. */
export const allJobs = (parts: JobParts): JobHandlers => ({
  ...outboxJobs({ ...parts, messages: allMessages(parts) }),
  ...authJobs(parts),
  ...accountJobs(parts),
  ...pictureJobs(parts),
  ...salesJobs(parts),
  ...publishDueJobs(parts),
  ...uploadJobs(parts),
  ...copyJobs(parts),
  ...legalJobs(parts),
  ...lockerJobs(parts),
  ...checkoutJobs(parts),
  ...orderJobs(parts),
  ...invoiceJobs(parts),
  ...reconciliationJobs(parts),
  ...subscriptionJobs(parts),
  ...premiumJobs(parts),
  ...ticketJobs(parts),
  ...newsletterJobs(parts),
  ...wishlistJobs(parts),
  ...announcementJobs(parts),
  ...reviewJobs(parts),
  ...visitJobs(parts),
  ...cleanupJobs(parts),
  ...backupJobs(parts),
  ...alertJobs({ ...parts, checks: allAlerts(parts) }),
  ...operationJobs({ ...parts, operations: allOperations(parts) }),
  'workers.forget': () => forgetOldHeartbeats(parts.db),
})

/** Cron schedules, and longer time limits. */
export const JOB_SCHEDULE: JobSchedule = {
  ...AUTH_SCHEDULE,
  ...ACCOUNT_SCHEDULE,
  ...SALES_SCHEDULE,
  ...PUBLISH_DUE_SCHEDULE,
  ...UPLOAD_SCHEDULE,
  ...COPY_SCHEDULE,
  ...OUTBOX_SCHEDULE,
  ...PICTURE_SCHEDULE,
  ...ORDER_SCHEDULE,
  ...RECONCILIATION_SCHEDULE,
  ...SUBSCRIPTION_SCHEDULE,
  ...PREMIUM_SCHEDULE,
  ...TICKET_SCHEDULE,
  ...NEWSLETTER_SCHEDULE,
  ...WISHLIST_SCHEDULE,
  ...ANNOUNCEMENT_SCHEDULE,
  ...REVIEW_SCHEDULE,
  ...VISIT_SCHEDULE,
  ...CLEANUP_SCHEDULE,
  ...BACKUP_SCHEDULE,
  ...ALERT_SCHEDULE,
  ...OPERATION_SCHEDULE,
  'workers.forget': { cron: '17 3 * * *' },
}
