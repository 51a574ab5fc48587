import { randomUUID } from 'node:crypto'
import { inTransaction } from '@slipstream/db/client'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'
import { writeCancelLink } from './cancel-link.service.ts'
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
    'subscriptions.mail_cancel_link': { email: string }
    'subscriptions.compare': Record<string, never>
    'subscriptions.compare_page': { after: string | null; startedAt: string }
    'subscriptions.follow_unseen': { aboveId: number; startedAt: string }
  }
}

type SubscriptionJob =
  | 'subscriptions.publish_plan'
  | 'subscriptions.follow'
  | 'subscriptions.send_refund'
  | 'subscriptions.mail'
  | 'subscriptions.mail_cancel_link'
  | 'subscriptions.compare'
  | 'subscriptions.compare_page'
  | 'subscriptions.follow_unseen'

export const subscriptionJobs = (
  parts: PaymentParts & { mailer: Mailer; storage: Storage },
): JobHandlers<SubscriptionJob> => {
  const follow = (subscriptionId: number) => followSubscription(parts, subscriptionId)
  return {
    'subscriptions.publish_plan': ({ planId }) => publishPlan(parts, planId),
    'subscriptions.follow': async ({ subscriptionId }) => {
      await follow(subscriptionId)
    },
    'subscriptions.send_refund': ({ refundId }) => sendSubscriptionRefund({ ...parts, follow }, refundId),
    'subscriptions.mail': async (wanted, { id: jobId }) => {
      const sender = await readSender(parts)
      await inTransaction(parts.db, (tx) => mailSubscription(tx, wanted, { jobId, sender }))
    },
    'subscriptions.compare': () => inTransaction(parts.db, (tx) => startComparison(tx, new Date())),
    'subscriptions.compare_page': (page) => comparePage(parts, page),
    'subscriptions.follow_unseen': (wanted) => followUnseen(parts.db, wanted),
    // As with other secrets, the link is created when the mail is sent and never waits in the queue (ADR 29).
    'subscriptions.mail_cancel_link': async (wanted) => {
      const sender = await readSender(parts)
      const letter = await inTransaction(parts.db, (tx) => writeCancelLink(tx, wanted, sender))
      if (letter) await sendLetter(parts.mailer, sender, { to: wanted.email, letter, messageId: randomUUID() })
    },
  }
}

/** At night, before the money check. */
export const SUBSCRIPTION_SCHEDULE: JobSchedule<SubscriptionJob> = { 'subscriptions.compare': { cron: '41 3 * * *' } }
