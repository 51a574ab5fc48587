import { desc, isNull, sql } from 'drizzle-orm'
import type { StripeStatus } from '@slipstream/contract/reconciliation-webhooks'
import { EVENT_TYPES } from '@slipstream/contract/webhook-events'
import type { Db } from '@slipstream/db/client'
import { stripeEvents } from '@slipstream/db/tables/payments'
import type { StripeGateway } from '#gateways/stripe.ts'
import { reasonOf } from '#lib/reason-of.ts'
import { withTimeout } from '#lib/with-timeout.ts'
import { WEBHOOK_PATH } from './webhook.routes.ts'

export interface StripeStatusParts {
  db: Db
  stripe: Pick<
    StripeGateway,
    'isConfigured' | 'isLive' | 'hasWebhookSecret' | 'check' | 'listWebhookEndpoints' | 'hasPortal'
  >
  publicUrl: string
  /** Removes secrets from the message of a failed check. */
  redact: (text: string) => string
}

/** Each check has its own time limit and all run at once, so the page never waits longer than this. */
const CHECK_TIMEOUT_MS = 4_000

export const readStripeStatus = async (parts: StripeStatusParts): Promise<StripeStatus> => {
  const { db, stripe, publicUrl } = parts
  const url = publicUrl + WEBHOOK_PATH
  const attempt = attemptWith(parts.redact)
  const [api, reachable, endpoints, hasPortal, lastReceived, unhandled] = await Promise.all([
    attempt('Stripe', () => stripe.check()),
    attempt('The webhook endpoint', (signal) => knock(url, signal)),
    orUnknown('Stripe', () => stripe.listWebhookEndpoints()),
    orUnknown('Stripe', () => stripe.hasPortal()),
    newestEvent(db),
    db.$count(stripeEvents, isNull(stripeEvents.handledAt)),
  ])
  return {
    mode: !stripe.isConfigured ? 'none' : stripe.isLive ? 'live' : 'test',
    hasSecretKey: stripe.isConfigured,
    hasWebhookSecret: stripe.hasWebhookSecret,
    api,
    webhook: { url, reachable, ...registrationOf(endpoints, url), lastReceived, unhandled },
    hasPortal,
  }
}

const attemptWith =
  (redact: StripeStatusParts['redact']) => async (what: string, work: (signal: AbortSignal) => Promise<unknown>) => {
    try {
      await withTimeout(CHECK_TIMEOUT_MS, what, work)
      return { ok: true, error: null }
    } catch (error) {
      return { ok: false, error: redact(reasonOf(error)) }
    }
  }

/** Null if Stripe does not tell, for example because a restricted key lacks the permission. */
const orUnknown = async <T>(what: string, ask: () => Promise<T>): Promise<T | null> => {
  try {
    return await withTimeout(CHECK_TIMEOUT_MS, what, ask)
  } catch {
    return null
  }
}

/**
 * Calls our own webhook at its public address without a signature. Only this store refuses it with this code, so the
 * answer proves that name, certificate and proxy lead here.
 */
const knock = async (url: string, signal: AbortSignal) => {
  const answer = await fetch(url, { method: 'POST', body: '{}', redirect: 'error', signal })
  const body = (await answer.json().catch(() => null)) as { code?: unknown } | null
  if (body?.code !== 'payments.bad_signature')
    throw new Error(`Something else answered there, with status ${answer.status}.`)
}

type Endpoints = Awaited<ReturnType<StripeStatusParts['stripe']['listWebhookEndpoints']>>

const registrationOf = (
  endpoints: Endpoints | null,
  url: string,
): Pick<StripeStatus['webhook'], 'registered' | 'missingTypes'> => {
  if (endpoints === null) return { registered: 'unknown', missingTypes: [] }
  const own = endpoints.filter((endpoint) => endpoint.url === url)
  const [best] = own.toSorted((one, other) => Number(other.isEnabled) - Number(one.isEnabled))
  if (!best) return { registered: 'missing', missingTypes: [] }
  const missingTypes = best.types.includes('*') ? [] : EVENT_TYPES.filter((type) => !best.types.includes(type))
  return { registered: best.isEnabled ? 'enabled' : 'disabled', missingTypes }
}

const newestEvent = async (db: Db) => {
  const [event] = await db
    .select({ type: stripeEvents.type, at: stripeEvents.receivedAt })
    .from(stripeEvents)
    // The store fetched the others itself, because their delivery never arrived.
    .where(isNull(stripeEvents.missedAt))
    .orderBy(desc(stripeEvents.receivedAt), sql`id desc`)
    .limit(1)
  return event ? { type: event.type, at: event.at.toISOString() } : null
}
