import type { Tx } from '@slipstream/db/client'
import { enqueue } from '#lib/jobs/jobs.ts'

/** Has the locker filled with what an order paid for, in a transaction that holds that order's lock. */
export const fillLater = (tx: Tx, orderId: number) =>
  enqueue(tx, 'orders.fill_locker', { orderId }, { jobKey: `fill-locker-${orderId}` })
