import type { JobHandlers } from '#lib/jobs/jobs.ts'
import type { PaymentParts } from '#features/payments/payment-session.service.ts'
import { endPaymentOf } from './start-checkout.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'checkout.end_payment': { orderId: number }
  }
}

export const checkoutJobs = (parts: PaymentParts): JobHandlers<'checkout.end_payment'> => ({
  'checkout.end_payment': ({ orderId }) => endPaymentOf(parts, orderId),
})
