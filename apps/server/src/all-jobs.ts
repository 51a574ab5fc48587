import type { Db } from '@slipstream/db/client'
import { authJobs } from '#features/auth/auth.jobs.ts'
import { checkoutJobs } from '#features/checkout/checkout.jobs.ts'
import { publishDueJobs } from '#features/mods/publish-due.jobs.ts'
import { lockerJobs } from '#features/locker/locker.jobs.ts'
import { pictureJobs } from '#features/pictures/pictures.jobs.ts'
import { salesJobs } from '#features/mods/sales.jobs.ts'
import { orderJobs } from '#features/orders/orders.jobs.ts'
import { reconciliationJobs } from '#features/reconciliation/reconciliation.jobs.ts'
import { notificationJobs } from '#features/notifications/notifications.jobs.ts'
import { uploadJobs } from '#features/uploads/uploads.jobs.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import type { StripeGateway } from '#gateways/stripe.ts'
import type { JobHandlers } from '#lib/jobs.ts'
import { forgetOldHeartbeats } from '#lib/worker-heartbeat.ts'

interface JobParts {
  db: Db
  mailer: Mailer
  storage: Storage
  stripe: StripeGateway
  publicUrl: string
}

/** What a worker can do. */
export const allJobs = (parts: JobParts): JobHandlers => ({
  ...notificationJobs(parts),
  ...authJobs(parts),
  ...pictureJobs(parts),
  ...salesJobs(parts),
  ...publishDueJobs(parts),
  ...uploadJobs(parts),
  ...lockerJobs(parts),
  ...checkoutJobs(parts),
  ...orderJobs(parts),
  ...reconciliationJobs(parts),
  'workers.forget': () => forgetOldHeartbeats(parts.db),
})
