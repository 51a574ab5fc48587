import { randomUUID } from 'node:crypto'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { Encryption } from '#features/auth/encryption.ts'
import { withNotMeLink } from '#features/notifications/not-me-link.ts'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'
import type { MessageHandlers } from '#lib/outbox/outbox.ts'
import { writeCancelLinks } from './cancel-link.service.ts'
import { comparePage, followUnseen, startComparison } from './compare-subscriptions.service.ts'
import { followSubscription } from './follow-subscription.service.ts'
import { mailSubscription } from './mail-subscription.service.ts'
import { publishPlan } from './publish-plan.service.ts'
import { sendSubscriptionRefund } from './refund-subscription.service.ts'
import type { SubscriptionLetter } from './subscription-mails.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'subscriptions.publish_plan': { planId: number }
    'subscriptions.follow': { subscriptionId: number }
    'subscriptions.send_refund': { refundId: number }
    'subscriptions.mail': {
      subscriptionId: number
      letter: SubscriptionLetter
      invoiceId?: number
      planPriceId?: number
    }
    'subscriptions.compare': Record<string, never>
    'subscriptions.compare_page': { after: string | null; startedAt: string }
    'subscriptions.follow_unseen': { aboveId: number; startedAt: string }
  }
}
declare module '#lib/outbox/outbox.ts' {
  interface Messages {
    'subscriptions.mail_cancel_link': { email: string }
  }
}

type SubscriptionJob =
  | 'subscriptions.publish_plan'
  | 'subscriptions.follow'
  | 'subscriptions.send_refund'
  | 'subscriptions.mail'
  | 'subscriptions.compare'
  | 'subscriptions.compare_page'
  | 'subscriptions.follow_unseen'

export const subscriptionJobs = (
  parts: PaymentParts & { storage: Storage; encryption: Encryption },
): JobHandlers<SubscriptionJob> => {
  const follow = (subscriptionId: number) => followSubscription(parts, subscriptionId)
  return {
    'subscriptions.publish_plan': ({ planId }) => publishPlan(parts, planId),
    'subscriptions.follow': async ({ subscriptionId }) => {
      await follow(subscriptionId)
    },
    'subscriptions.send_refund': ({ refundId }) => sendSubscriptionRefund({ ...parts, follow }, refundId),
    'subscriptions.mail': async (wanted, { id: jobId, queuedAt }) => {
      const sender = await readSender(parts)
      await inTransaction(parts.db, (tx) =>
        mailSubscription(tx, wanted, { jobId, queuedAt, sender, encryption: parts.encryption }),
      )
    },
    'subscriptions.compare': () => inTransaction(parts.db, (tx) => startComparison(tx, new Date())),
    'subscriptions.compare_page': (page) => comparePage(parts, page),
    'subscriptions.follow_unseen': (wanted) => followUnseen(parts.db, wanted),
  }
}

interface MailParts {
  db: Db
  mailer: Mailer
  storage: Storage
  publicUrl: string
  encryption: Encryption
}

export const subscriptionMessages = (parts: MailParts): MessageHandlers<'subscriptions.mail_cancel_link'> => ({
  // As with other secrets, the link is created when the mail is sent and never waits in the outbox (ADR 29).
  'subscriptions.mail_cancel_link': async (wanted) => {
    const sender = await readSender(parts)
    const to = wanted.email
    for (const { userId, letter } of await inTransaction(parts.db, (tx) => writeCancelLinks(tx, wanted, sender))) {
      const mail = { to, letter: withNotMeLink(letter, { to, userId }, parts), messageId: randomUUID() }
      await sendLetter(parts.mailer, sender, mail)
    }
  },
})

/** At night, before the money check. */
export const SUBSCRIPTION_SCHEDULE: JobSchedule<SubscriptionJob> = { 'subscriptions.compare': { cron: '41 3 * * *' } }
