import type { Tx } from '@slipstream/db/client'
import { enqueue } from '#lib/jobs/jobs.ts'

/** Queues filling the locker from an order, in a transaction that locks that order. */
export const fillLater = (tx: Tx, orderId: number) =>
  enqueue(tx, 'orders.fill_locker', { orderId }, { jobKey: `fill-locker-${orderId}` })
