import { inArray } from 'drizzle-orm'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { EVENT_TYPES } from '@slipstream/contract/webhook-events'
import type { Db } from '@slipstream/db/client'
import { stripeEvents } from '@slipstream/db/tables/payments'
import { readStripeStatus, type StripeStatusParts } from '#features/reconciliation/stripe-status.service.ts'
import type { StripeGateway } from '#gateways/stripe.ts'
import type { SetupCheck } from './setup-check.ts'

interface Parts extends StripeStatusParts {
  stripe: StripeStatusParts['stripe'] & Pick<StripeGateway, 'eventPages'>
  now: () => number
}

/** How far back Stripe's events are read, and how long a delivery may take. */
const WINDOW_MS = 24 * 60 * MINUTE_MS
const DELIVERY_MS = MINUTE_MS

export const stripeChecks = (parts: Parts): readonly SetupCheck[] => [
  {
    name: 'stripe.key',
    title: 'Stripe account',
    remedy: 'Copy the secret key from Stripe’s dashboard (Developers, API keys) into STRIPE_SECRET_KEY.',
    find: async () => {
      await parts.stripe.check()
      return null
    },
  },
  {
    name: 'stripe.webhook',
    title: 'Stripe webhook',
    remedy:
      'In Stripe’s dashboard (Developers, Webhooks) add an endpoint with the address of this store and /api/webhooks/stripe, for all ' +
      'events, and copy its signing secret into STRIPE_WEBHOOK_SECRET.',
    find: async () => (await findUnregistered(parts)) ?? findRefused(parts),
  },
]

const findUnregistered = async (parts: Parts) => {
  const { webhook } = await readStripeStatus(parts)
  if (webhook.registered === 'missing') return `Stripe has no webhook endpoint ${webhook.url}.`
  if (webhook.registered === 'disabled') return `Stripe’s webhook endpoint ${webhook.url} is disabled.`
  if (webhook.missingTypes.length > 0)
    return `Stripe’s webhook endpoint does not send ${webhook.missingTypes.join(', ')}.`
  return webhook.reachable.ok ? null : `${webhook.url} cannot be reached from here: ${webhook.reachable.error}`
}

/** If Stripe keeps retrying events although the endpoint answers, the store refuses their signature. */
const findRefused = async ({ db, stripe, now }: Parts) => {
  const undelivered = await oldestUndelivered(stripe, now())
  if (undelivered.length === 0 || (await countArrived(db, undelivered)) > 0) return null
  return `Stripe could not deliver its latest ${undelivered.length === 1 ? 'event' : `${undelivered.length} events`}, so STRIPE_WEBHOOK_SECRET probably belongs to another endpoint.`
}

/** The newest overdue events that Stripe has not delivered, up to the first delivered one. */
const oldestUndelivered = async (stripe: Parts['stripe'], now: number) => {
  for await (const page of stripe.eventPages(EVENT_TYPES, new Date(now - WINDOW_MS))) {
    const due = page.filter(({ created }) => created * 1_000 < now - DELIVERY_MS)
    const delivered = due.findIndex(({ pending_webhooks: pending }) => pending === 0)
    return due.slice(0, delivered === -1 ? due.length : delivered).map(({ id }) => id)
  }
  return []
}

/** If one of them did arrive here, Stripe is retrying another endpoint of the same account. */
const countArrived = async (db: Db, ids: readonly string[]) => {
  const rows = await db
    .select({ missedAt: stripeEvents.missedAt })
    .from(stripeEvents)
    .where(inArray(stripeEvents.id, [...ids]))
  return rows.filter(({ missedAt }) => missedAt === null).length
}
