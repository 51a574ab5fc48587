import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { WebhookEvent, WebhookQuery } from '@slipstream/contract/reconciliation-webhooks'
import type { Db, Tx } from '@slipstream/db/client'
import { orders } from '@slipstream/db/tables/orders'
import { stripeEvents } from '@slipstream/db/tables/payments'
import { recordChange } from '#features/audit/audit.service.ts'
import type { StripeGateway } from '#gateways/stripe.ts'
import { DomainError } from '#lib/domain-error.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { redactPayload } from './redact-payload.ts'

type Redact = (text: string) => string

const ORDER: PageOrder = {
  name: 'webhooks',
  direction: 'desc',
  keys: [
    { of: stripeEvents.receivedAt, type: 'instant' },
    { of: stripeEvents.id, type: 'text' },
  ],
}

const STATES = {
  handled: isNotNull(stripeEvents.handledAt),
  waiting: and(isNull(stripeEvents.handledAt), isNull(stripeEvents.error)),
  failing: and(isNull(stripeEvents.handledAt), isNotNull(stripeEvents.error)),
}

const read = (db: Db, where: SQL | undefined, size: number) =>
  db
    .select({ event: stripeEvents, orderNumber: orders.number, keys: keysOf(ORDER) })
    .from(stripeEvents)
    .leftJoin(orders, eq(orders.id, stripeEvents.orderId))
    .where(where)
    .orderBy(orderedBy(ORDER))
    .limit(size)
type Row = Awaited<ReturnType<typeof read>>[number]

export const listWebhooks = (db: Db, redact: Redact, { q, type, state, after, limit }: WebhookQuery) =>
  readPage(
    ORDER,
    { after, size: limit },
    (place, size) =>
      read(
        db,
        and(
          q === undefined ? undefined : isAbout(q),
          type && eq(stripeEvents.type, type),
          state && STATES[state],
          place,
        ),
        size,
      ),
    toEvent(redact),
  )

/** Each kind of search uses an index. */
const isAbout = (q: string) => {
  if (q.startsWith('evt_')) return eq(stripeEvents.id, q)
  const ofOrder = or(eq(orders.number, q), eq(orders.paymentIntentId, q), eq(orders.stripeSessionId, q))
  return sql`${stripeEvents.orderId} in (select id from ${orders} where ${ofOrder})`
}

const toEvent =
  (redact: Redact) =>
  ({ event, orderNumber }: Row): WebhookEvent => ({
    id: event.id,
    type: event.type,
    objectId: event.objectId,
    order: event.orderId !== null && orderNumber !== null ? { id: event.orderId, number: orderNumber } : null,
    state: event.handledAt ? 'handled' : event.error === null ? 'waiting' : 'failing',
    attempts: event.attempts,
    error: event.error && redact(event.error),
    receivedAt: event.receivedAt.toISOString(),
    handledAt: event.handledAt?.toISOString() ?? null,
  })

const readOne = async (db: Db, id: string) => {
  const [row] = await read(db, eq(stripeEvents.id, id), 1)
  if (!row) throw new DomainError('webhook.not_found')
  return row
}

/** Read from Stripe each time. The store does not keep payloads, because they name customers. */
export const readPayload = async (db: Db, stripe: Pick<StripeGateway, 'findEvent'>, id: string) => {
  await readOne(db, id)
  const event = await stripe.findEvent(id)
  return { payload: event && JSON.stringify(redactPayload(event), null, 2) }
}

/** Queues the event once more. Processing reads the payment at Stripe and changes only what differs. */
export const replayWebhook = async (tx: Tx, redact: Redact, actorId: number, id: string) => {
  const { event } = await readOne(tx, id)
  await tx
    .update(stripeEvents)
    .set({ handledAt: null, error: null, nextCheckAt: sql`now() + interval '5 s'` })
    .where(eq(stripeEvents.id, id))
  await enqueue(tx, 'payments.follow_event', { eventId: id }, { jobKey: id })
  await recordChange(tx, {
    actorId,
    action: 'replay',
    subject: 'webhook',
    subjectId: id,
    subjectName: event.type,
    before: { attempts: event.attempts, handledAt: event.handledAt?.toISOString() ?? null },
  })
  return toEvent(redact)(await readOne(tx, id))
}
