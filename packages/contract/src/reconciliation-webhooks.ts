import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { pageSize } from './number.ts'
import { pageOf } from './page.ts'
import { cursor, filledText } from './text.ts'
import { EVENT_STATES, EVENT_TYPES } from './webhook-events.ts'

/** An event that Stripe delivered, or that the store fetched because the delivery never arrived. */
export const WebhookEvent = z.object({
  /** Stripe’s id. */
  id: z.string(),
  type: z.string(),
  /** Stripe’s id of the payment, refund, subscription … it is about. */
  objectId: z.string(),
  order: z.nullable(z.object({ id: Id, number: z.string() })),
  state: z.enum(EVENT_STATES),
  attempts: z.int(),
  /** The error of the latest attempt; null if it succeeded or there was none. */
  error: z.nullable(z.string()),
  receivedAt: z.iso.datetime(),
  handledAt: z.nullable(z.iso.datetime()),
})
export type WebhookEvent = z.output<typeof WebhookEvent>

export const WebhookQuery = z.strictObject({
  /** The id of an event, the number of an order, or Stripe’s id of its payment or payment page. */
  q: z.optional(filledText(80)),
  type: z.optional(z.enum(EVENT_TYPES)),
  state: z.optional(z.enum(EVENT_STATES)),
  limit: pageSize(50, 100),
  after: cursor(),
})
export type WebhookQuery = z.output<typeof WebhookQuery>

const eventParams = z.strictObject({ id: filledText(100) })

/** The result of a call, with the reason if it failed. */
const Attempt = z.object({ ok: z.boolean(), error: z.nullable(z.string()) })

export const StripeStatus = z.object({
  mode: z.enum(['live', 'test', 'none']),
  /** Whether each is set. The keys themselves never leave the server. */
  hasSecretKey: z.boolean(),
  hasWebhookSecret: z.boolean(),
  api: Attempt,
  webhook: z.object({
    url: z.string(),
    /** Whether a request to this URL from outside reaches this store. */
    reachable: Attempt,
    /** The state of the endpoint with this URL at Stripe; `unknown` if Stripe does not say. */
    registered: z.enum(['enabled', 'disabled', 'missing', 'unknown']),
    /** Types that we process but this endpoint does not send. */
    missingTypes: z.array(z.string()),
    lastReceived: z.nullable(z.object({ type: z.string(), at: z.iso.datetime() })),
    /** Events that were received and not processed yet. */
    unhandled: z.int(),
  }),
  /** Whether Stripe’s page for changing a card can be opened; null if Stripe does not say. */
  hasPortal: z.nullable(z.boolean()),
})
export type StripeStatus = z.output<typeof StripeStatus>

export const webhooksApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/payments/webhooks',
    summary: 'List the events received from Stripe, newest first',
    access: 'admin',
    query: WebhookQuery,
    response: pageOf(WebhookEvent),
  }),
  payload: endpoint({
    method: 'GET',
    path: '/api/admin/payments/webhooks/:id/payload',
    summary: 'Read an event at Stripe, without personal data; null if Stripe no longer has it',
    access: 'admin',
    params: eventParams,
    response: z.object({ payload: z.nullable(z.string()) }),
    errors: ['webhook.not_found', 'payments.away', 'payments.refused'],
  }),
  replay: endpoint({
    method: 'POST',
    path: '/api/admin/payments/webhooks/:id/replay',
    summary: 'Process an event again',
    access: 'admin',
    needsProof: 'no: repeats what the store decided',
    params: eventParams,
    response: WebhookEvent,
    errors: ['webhook.not_found'],
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/admin/payments/status',
    summary: 'Check the connection to Stripe: keys, API, webhook endpoint and card page',
    access: 'admin',
    response: StripeStatus,
  }),
}
