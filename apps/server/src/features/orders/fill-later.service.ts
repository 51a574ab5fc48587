import type { Tx } from '@slipstream/db/client'
import { enqueue } from '#lib/jobs/jobs.ts'

/** Queues a job that locks the order and fills the locker from it. */
export const fillLater = (tx: Tx, orderId: number) =>
  enqueue(tx, 'orders.fill_locker', { orderId }, { jobKey: `fill-locker-${orderId}` })
