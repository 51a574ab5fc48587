import type { JobHandlers } from '#lib/jobs.ts'
import type { SessionParts } from './payment-session.service.ts'
import { endPaymentOf } from './start-checkout.service.ts'

export const checkoutJobs = (parts: SessionParts): JobHandlers<'checkout.end_payment'> => ({
  'checkout.end_payment': ({ orderId }) => endPaymentOf(parts, orderId),
})
