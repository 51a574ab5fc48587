import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { forgetDeletedBuyers } from '#features/orders/forget-buyers.service.ts'
import type { JobHandlers } from '#lib/jobs.ts'
import { followEvent, forgetForeignEvents } from './inbox.service.ts'
import { keepMoneyCheck } from './money-check.service.ts'

export const reconciliationJobs = (
  parts: PaymentParts,
): JobHandlers<'payments.follow_event' | 'payments.check_money'> => ({
  'payments.follow_event': ({ eventId }) => followEvent(parts, eventId),
  'payments.check_money': async () => {
    await keepMoneyCheck(parts)
    await forgetForeignEvents(parts.db)
    await forgetDeletedBuyers(parts.db)
  },
})
