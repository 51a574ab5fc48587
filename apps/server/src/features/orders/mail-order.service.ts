import { desc, eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { refundRequests } from '@slipstream/db/tables/order-history'
import { orders } from '@slipstream/db/tables/orders'
import { mailUser } from '#features/notifications/mail-user.service.ts'
import { readMailPictures } from '#features/pictures/mail-pictures.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { failpoint } from '#lib/failpoints.ts'
import type { Jobs } from '#lib/jobs/jobs.ts'
import type { Sender } from '#lib/mail/letter.ts'
import { noteOnOrder } from './order-events.service.ts'
import {
  declinedMail,
  type MailedOrder,
  receiptMail,
  refundFailedMail,
  refundMail,
  requestedMail,
  undeliveredMail,
  withdrawalMail,
} from './order-mails.ts'
import type { OrderRow } from './order-state.service.ts'
import { readItems } from './refund-order.service.ts'

type Wanted = Jobs['orders.mail']

interface MailParts {
  jobId: string
  queuedAt: Date
  sender: Sender
  storage: Pick<Storage, 'publicUrl'>
}

/** Renders the mail from the current state of the order and queues it to the buyer's current address. */
export const mailOrder = async (tx: Tx, wanted: Wanted, { jobId, queuedAt, sender, storage }: MailParts) => {
  const order = await readMailed(tx, wanted.orderId, storage)
  if (!order) return
  const to = await mailUser(tx, {
    userId: order.userId,
    letter: compose(order, wanted, sender),
    kept: order.email,
    kind: 'orders',
    key: `order-${jobId}`,
    since: queuedAt,
  })
  if (to === null) return
  await noteOnOrder(tx, order.id, {
    what: wanted.letter === 'receipt' ? 'receipt_mailed' : 'mailed',
    detail: { to, letter: wanted.letter },
  })
  failpoint('receipt.before_commit')
}

const compose = (order: MailedOrder, { letter, amountCents = 0 }: Wanted, sender: Sender) => {
  switch (letter) {
    case 'receipt':
      return receiptMail(order, sender)
    case 'undelivered':
      return undeliveredMail(order, amountCents, sender)
    case 'refund':
      return refundMail(order, amountCents, sender)
    case 'refund_failed':
      return refundFailedMail(order, amountCents, sender)
    case 'withdrawal':
      return withdrawalMail(order, amountCents, sender)
    case 'requested':
      return requestedMail(order, sender)
    case 'declined':
      return declinedMail(order, sender)
  }
}

const THUMBNAIL_WIDTH = 320

const readMailed = async (
  tx: Tx,
  orderId: number,
  storage: MailParts['storage'],
): Promise<(MailedOrder & Pick<OrderRow, 'id' | 'userId' | 'email'>) | null> => {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
  if (!order) return null
  const [request] = await tx
    .select({ answer: refundRequests.answer })
    .from(refundRequests)
    .where(eq(refundRequests.orderId, orderId))
    .orderBy(desc(refundRequests.id))
    .limit(1)
  const items = await readItems(tx, orderId)
  const modIds = items.map(({ modId }) => modId)
  const pictures = await readMailPictures(tx, storage, { modIds, width: THUMBNAIL_WIDTH })
  return {
    ...order,
    items: items.map((item) => ({ ...item, picture: pictures.get(item.modId) })),
    answer: request?.answer ?? null,
  }
}
