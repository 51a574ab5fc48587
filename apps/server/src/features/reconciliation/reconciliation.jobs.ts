import { inTransaction } from '@slipstream/db/client'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { forgetDeletedBuyers } from '#features/orders/forget-buyers.service.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { followEvent, forgetForeignEvents } from './inbox.service.ts'
import { keepMoneyCheck } from './money-check.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'payments.follow_event': { eventId: string }
    'payments.check_money': Record<string, never>
  }
}

type ReconciliationJob = 'payments.follow_event' | 'payments.check_money'

export const reconciliationJobs = (parts: PaymentParts): JobHandlers<ReconciliationJob> => ({
  'payments.follow_event': ({ eventId }) => followEvent(parts, eventId),
  'payments.check_money': async () => {
    await keepMoneyCheck(parts)
    await inTransaction(parts.db, forgetForeignEvents)
    await inTransaction(parts.db, (tx) => forgetDeletedBuyers(tx))
  },
})

/** The timeout is long because the check reads every order. */
export const RECONCILIATION_SCHEDULE: JobSchedule<ReconciliationJob> = {
  'payments.check_money': { cron: '23 4 * * *', timeoutMs: 30 * 60_000 },
}
