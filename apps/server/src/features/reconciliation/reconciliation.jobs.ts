import { inTransaction } from '@slipstream/db/client'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { forgetDeletedBuyers } from '#features/orders/forget-buyers.service.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { followEvent, forgetForeignEvents } from './inbox.service.ts'
import { noteStray } from './find-strays.service.ts'
import { keepMoneyCheck } from './money-check.service.ts'
import { settleStray } from './settle-stray.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'payments.follow_event': { eventId: string }
    'payments.check_money': Record<string, never>
    'payments.note_stray': { stripeId: string }
    'payments.settle_stray': { strayId: number }
    'payments.forget_events': Record<string, never>
    'payments.forget_buyers': Record<string, never>
  }
}

type ReconciliationJob =
  | 'payments.follow_event'
  | 'payments.check_money'
  | 'payments.note_stray'
  | 'payments.settle_stray'
  | 'payments.forget_events'
  | 'payments.forget_buyers'

export const reconciliationJobs = (parts: PaymentParts): JobHandlers<ReconciliationJob> => ({
  'payments.follow_event': ({ eventId }) => followEvent(parts, eventId),
  'payments.note_stray': ({ stripeId }) => noteStray(parts, stripeId),
  'payments.settle_stray': ({ strayId }) => settleStray(parts, strayId),
  'payments.check_money': () => keepMoneyCheck(parts),
  'payments.forget_events': () => inTransaction(parts.db, forgetForeignEvents),
  'payments.forget_buyers': () => inTransaction(parts.db, (tx) => forgetDeletedBuyers(tx)),
})

/** The timeout is long because the check reads every order. */
export const RECONCILIATION_SCHEDULE: JobSchedule<ReconciliationJob> = {
  'payments.check_money': { cron: '23 4 * * *', timeoutMs: 30 * 60_000 },
  'payments.forget_events': { cron: '27 4 * * *' },
  'payments.forget_buyers': { cron: '31 4 * * *' },
}
