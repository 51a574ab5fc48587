import { setTimeout as sleep } from 'node:timers/promises'
import type Stripe from 'stripe'
import { find } from '../core/account.ts'
import { DeliveryOrder, planDeliveries } from './delivery-plan.ts'
import { isLike } from '../core/listing.ts'
import type { StripeState } from '../core/state.ts'
import { postWebhook } from './webhook-request.ts'

const MOST_REMEMBERED = 50_000
// Trimmed now and then, because searching the whole log on every delivery would cost more than sending it.
const CUT_AT = MOST_REMEMBERED * 1.1

export const DELIVERY_STATES = ['waiting', 'held', 'dropped', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** One delivery of one event to one endpoint, with its retries. */
export interface Delivery {
  /** Numbered in the order of planning. */
  id: number
  event: string
  type: string
  endpoint: string
  copy: number
  /** Sent by hand, so the delivery faults do not apply. */
  resent: boolean
  /** Position in the order of first attempts; null before that, and forever if it is dropped. */
  position: number | null
  state: DeliveryState
  attempts: ({ at: string } & Outcome)[]
}

type Outcome = { status: number } | { error: string }

interface DeliveryFilter {
  event?: string | undefined
  type?: string | undefined
  state?: DeliveryState | undefined
}

export type Deliveries = ReturnType<typeof createDeliveries>

/** Sends events to the account's webhook endpoints, as reliably or unreliably as configured. */
export const createDeliveries = (state: () => StripeState) => {
  let order = DeliveryOrder.parse({})
  let nextFate = planDeliveries(order)
  let log: Delivery[] = []
  let planned = 0
  let sent = 0
  let life = new AbortController()
  let releasing = Promise.resolve()
  const running = new Set<Promise<void>>()
  const ranks = new WeakMap<Delivery, number>()
  const owed = new WeakMap<Stripe.Event, Set<string>>()

  const add = (event: Stripe.Event, endpoint: string, given: Pick<Delivery, 'copy' | 'resent' | 'state'>) => {
    planned += 1
    const delivery: Delivery = {
      id: planned,
      event: event.id,
      type: event.type,
      endpoint,
      position: null,
      attempts: [],
      ...given,
    }
    log.push(delivery)
    if (log.length >= CUT_AT) log = cut(log)
    return delivery
  }

  /** Work that `settled` waits for. Ends quietly if everything is reset meanwhile. */
  const run = (work: (signal: AbortSignal) => Promise<void>) => {
    const { signal } = life
    const promise = work(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error
      })
      .finally(() => running.delete(promise))
    running.add(promise)
    return promise
  }

  const send = async (delivery: Delivery, at: Date, signal: AbortSignal): Promise<Outcome> => {
    const endpoint = state().webhookEndpoints[delivery.endpoint]
    const event = state().events[delivery.event]
    if (!endpoint || endpoint.status !== 'enabled' || !event) return { error: GONE }
    const body = JSON.stringify(event, null, 2)
    const secret = state().webhookSecrets[endpoint.id] ?? ''
    try {
      const status = await postWebhook({ url: endpoint.url, body, secret, at, timeoutMs: order.timeoutMs, signal })
      if (isSuccess(status)) settleDebt(event, endpoint.id)
      return { status }
    } catch (error) {
      return { error: (error as Error).message }
    }
  }

  const settleDebt = (event: Stripe.Event, endpoint: string) => {
    const endpoints = owed.get(event)
    if (endpoints?.delete(endpoint)) event.pending_webhooks = endpoints.size
  }

  /** True when this delivery is finished. */
  const attempt = async (delivery: Delivery, signal: AbortSignal) => {
    const at = new Date()
    sent += delivery.position === null ? 1 : 0
    delivery.position ??= sent
    const outcome = await send(delivery, at, signal)
    delivery.attempts.push({ at: at.toISOString(), ...outcome })
    if ('status' in outcome && isSuccess(outcome.status)) delivery.state = 'delivered'
    else if (delivery.attempts.length >= order.attempts || isGone(outcome)) delivery.state = 'failed'
    return delivery.state !== 'waiting'
  }

  const retry = async (delivery: Delivery, signal: AbortSignal) => {
    do {
      const pause = order.firstPauseMs * 2 ** (delivery.attempts.length - 1)
      await sleep(pause, undefined, { signal })
    } while (!(await attempt(delivery, signal)))
  }

  const sendAfter = (delivery: Delivery, delayMs: number) =>
    run(async (signal) => {
      await sleep(delayMs, undefined, { signal })
      if (!(await attempt(delivery, signal))) await retry(delivery, signal)
    })

  /** Each delivery is answered before the next is sent, so they arrive in this order. A retry blocks nothing. */
  const sendInOrder = async (deliveries: readonly Delivery[], signal: AbortSignal) => {
    for (const delivery of deliveries) {
      signal.throwIfAborted()
      if (!(await attempt(delivery, signal))) void run((still) => retry(delivery, still))
    }
  }

  const endpointsFor = ({ type }: Stripe.Event) =>
    Object.values(state().webhookEndpoints)
      .filter(
        ({ status, enabled_events: names }) => status === 'enabled' && (names.includes('*') || names.includes(type)),
      )
      .map(({ id }) => id)

  return {
    /** Plans the deliveries of an event. Everything that can go wrong is decided here, by the seed. */
    schedule: (event: Stripe.Event) => {
      const endpoints = endpointsFor(event)
      event.pending_webhooks = endpoints.length
      owed.set(event, new Set(endpoints))
      for (const endpoint of endpoints) {
        for (let copy = 1; copy <= order.copies; copy++) {
          const { isDropped, rank, delayMs } = nextFate()
          const fate = isDropped ? 'dropped' : order.hold ? 'held' : 'waiting'
          const delivery = add(event, endpoint, { copy, resent: false, state: fate })
          ranks.set(delivery, rank)
          if (fate === 'waiting') void sendAfter(delivery, delayMs)
        }
      }
    },

    /** From now on; planned deliveries stay as they are. */
    treat: (next: DeliveryOrder) => {
      order = next
      nextFate = planDeliveries(next)
    },

    /** Sends held deliveries in their planned order. */
    release: () => {
      const held = log.filter((delivery) => delivery.state === 'held')
      for (const delivery of held) delivery.state = 'waiting'
      const inOrder = held.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0))
      const earlier = releasing
      releasing = run(async (signal) => {
        await earlier
        await sendInOrder(inOrder, signal)
      })
      return held.length
    },

    /** Sends an event again, to all endpoints that want it or to one. */
    resend: (id: string, endpoint?: string) => {
      const event = find(state().events, 'event', id, 'event')
      if (endpoint !== undefined) find(state().webhookEndpoints, 'webhook endpoint', endpoint, 'endpoint')
      const endpoints = endpoint === undefined ? endpointsFor(event) : [endpoint]
      return endpoints.map((one) => {
        const delivery = add(event, one, { copy: 1, resent: true, state: 'waiting' })
        void sendAfter(delivery, 0)
        return delivery.id
      })
    },

    order: () => order,

    /** The state of each delivery, in the order of planning. */
    log: (wanted: DeliveryFilter = {}) => log.filter((delivery) => isLike(delivery, wanted)),

    /** Waits until nothing is in flight; false on timeout. Held deliveries are not in flight. */
    settled: async (timeoutMs: number) => {
      const patience = AbortSignal.timeout(timeoutMs)
      const timeIsUp = new Promise((resolve) => patience.addEventListener('abort', resolve))
      while (running.size > 0 && !patience.aborted) await Promise.race([Promise.all(running), timeIsUp])
      return running.size === 0
    },

    /** Cancels everything planned or in flight, and restores normal delivery. */
    forget: () => {
      life.abort()
      life = new AbortController()
      log = []
      order = DeliveryOrder.parse({})
      nextFate = planDeliveries(order)
      planned = 0
      sent = 0
    },
  }
}

const GONE = 'The endpoint is deleted or disabled.'
const isGone = (outcome: Outcome) => 'error' in outcome && outcome.error === GONE

const isSuccess = (status: number) => status >= 200 && status < 300

/** The oldest finished deliveries go first, then the oldest of all. */
const cut = (log: readonly Delivery[]) => {
  let surplus = log.length - MOST_REMEMBERED
  const kept = log.filter(({ state }) => {
    const goes = surplus > 0 && state !== 'waiting' && state !== 'held'
    if (goes) surplus -= 1
    return !goes
  })
  return kept.slice(-MOST_REMEMBERED)
}

export type DeliverySummary = Record<DeliveryState | 'total', number>

export const summaryOf = (log: readonly Delivery[]) => {
  const counts: DeliverySummary = {
    total: log.length,
    waiting: 0,
    held: 0,
    dropped: 0,
    delivered: 0,
    failed: 0,
  }
  for (const { state } of log) counts[state] += 1
  return counts
}
