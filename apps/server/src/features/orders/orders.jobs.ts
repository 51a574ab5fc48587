import { type Db, inTransaction } from '@slipstream/db/client'
import { readSettings } from '#features/settings/settings.service.ts'
import type { Storage } from '#gateways/storage.ts'
import type { StripeGateway } from '#gateways/stripe.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { fillLockerOf } from './fill-locker.service.ts'
import { fulfillOrder } from './fulfill-order.service.ts'
import { issueMissing } from './issue-missing.service.ts'
import { mailOrder } from './mail-order.service.ts'
import { remindStaff, notifyStaff } from './notify-staff.service.ts'
import { sendRefund } from './refund-order.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'orders.mail': {
      orderId: number
      letter: 'receipt' | 'undelivered' | 'refund' | 'refund_failed' | 'withdrawal' | 'requested' | 'declined'
      amountCents?: number
    }
    'orders.tell_staff': { requestId: number; isReminder: boolean }
    'orders.remind_staff': Record<string, never>
    'orders.send_refund': { refundId: number }
    'orders.fill_locker': { orderId: number }
    'orders.issue_invoices': Record<string, never>
  }
}

type OrderJob =
  | 'orders.mail'
  | 'orders.tell_staff'
  | 'orders.remind_staff'
  | 'orders.send_refund'
  | 'orders.fill_locker'
  | 'orders.issue_invoices'

interface Parts {
  db: Db
  stripe: StripeGateway
  storage: Storage
  publicUrl: string
}

export const orderJobs = (parts: Parts): JobHandlers<OrderJob> => ({
  'orders.mail': (wanted, { id: jobId, queuedAt }) =>
    inTransaction(parts.db, async (tx) =>
      mailOrder(tx, wanted, {
        jobId,
        queuedAt,
        sender: { ...(await readSettings(tx)), publicUrl: parts.publicUrl },
        storage: parts.storage,
      }),
    ),
  'orders.tell_staff': (notice) =>
    inTransaction(parts.db, async (tx) =>
      notifyStaff(tx, notice, { ...(await readSettings(tx)), publicUrl: parts.publicUrl }),
    ),
  'orders.remind_staff': () => inTransaction(parts.db, (tx) => remindStaff(tx)),
  'orders.send_refund': ({ refundId }) =>
    sendRefund({ ...parts, follow: (orderId) => fulfillOrder(parts, orderId) }, refundId),
  'orders.fill_locker': ({ orderId }) => fillLockerOf(parts.db, orderId),
  'orders.issue_invoices': () => issueMissing(parts),
})

export const ORDER_SCHEDULE: JobSchedule<OrderJob> = {
  'orders.remind_staff': { cron: '*/10 * * * *' },
  'orders.issue_invoices': { cron: '* * * * *' },
}
