import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect } from 'vitest'
import { freePort } from './free-port.ts'

const EMULATORS = path.resolve(import.meta.dirname, '../../../../packages/emulators/src/main.ts')

interface Webhook {
  url: string
  secret: string
}

/** Stripe's own sums, in cents. */
interface MoneyTotal {
  paid: number
  refunded: number
  disputed: number
  net: number
  payments: number
}

interface Refund {
  id: string
  amount: number
  status: string
  payment_intent: string
}

interface Kept {
  charges: Record<string, { paid: boolean; amount_captured: number; payment_intent: string }>
  refunds: Record<string, Refund>
  disputes: Record<string, Refund>
}

const paymentsOf = ({ charges, refunds, disputes }: Kept) => {
  const sumOf = (rows: Record<string, Refund>, intent: string, counts: (status: string) => boolean) =>
    Object.values(rows)
      .filter(({ payment_intent, status }) => payment_intent === intent && counts(status))
      .reduce((sum, { amount }) => sum + amount, 0)
  const taken = Object.values(charges).filter(({ paid }) => paid)
  return new Map(
    taken.map(({ payment_intent: intent, amount_captured: paid }) => [
      intent,
      {
        paid,
        refunded: sumOf(refunds, intent, (status) => status === 'succeeded'),
        disputed: sumOf(disputes, intent, (status) => status !== 'won'),
      },
    ]),
  )
}

interface Settled {
  settled: boolean
  summary: Record<string, number>
}

export interface StripeEvent {
  id: string
  type: string
  livemode: boolean
  data: { object: Record<string, unknown> & { id: string } }
}

/** A Stripe for one test file, which can make it fail. */
export const startOwnStripe = async (webhook: Webhook) => {
  const { child, address } = await startEmulators(webhook)

  const ask = async <Answer>(what: string, order?: object): Promise<Answer> => {
    const response = await fetch(`${address}/_control/${what}`, {
      ...(order && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order) }),
    })
    const text = await response.text()
    expect(response.ok, `${what}: ${text}`).toBe(true)
    return JSON.parse(text) as Answer
  }

  return {
    address,
    /** Pays an open session without its page. */
    pay: (session: string, card = 'pm_card_visa') => ask<{ payment_intent: string }>('complete', { session, card }),
    /** In the dashboard. */
    refund: (session: string, amount?: number) => ask<{ id: string }>('refund', { session, amount }),
    /** The final outcome, even of a refund that seemed to succeed. */
    settleRefund: (refund: string, outcome: 'succeeded' | 'failed' | 'canceled') =>
      ask('refund/settle', { refund, outcome }),
    refunds: async () => Object.values((await ask<{ refunds: Record<string, Refund> }>('snapshot')).refunds),
    /** Received and refunded cents of each payment intent. */
    payments: async () => paymentsOf(await ask<Kept>('snapshot')),
    /** Advances Stripe's clock. */
    advance: (time: { hours: number }) => ask('advance', time),
    /** Without an amount, everything that is left. */
    dispute: (session: string, amount?: number) => ask<{ id: string; amount: number }>('dispute', { session, amount }),
    closeDispute: (dispute: string, outcome: 'won' | 'lost') => ask('dispute/close', { dispute, outcome }),
    /** Earlier payments, with this many events each that were never delivered. */
    rememberPayments: (payments: readonly object[], tellings: number) => ask('history', { payments, tellings }),
    expire: (session: string) => ask('expire', { session }),
    treatDeliveries: (order: object) => ask('deliveries', order),
    release: () => ask('release', {}),
    resend: (event: string) => ask('resend', { event }),
    /** Waits until no delivery is in progress. */
    settled: async () => {
      for (;;) {
        const answer = await ask<Settled>('deliveries/settled?timeoutMs=60000')
        if (answer.settled) return answer
      }
    },
    fault: (order: object) => ask('faults', order),
    clearFaults: () => ask('faults/clear', {}),
    calls: () => ask<{ method: string; path: string }[]>('calls'),
    events: async () => Object.values((await ask<{ events: Record<string, StripeEvent> }>('snapshot')).events),
    sessions: async () =>
      Object.values(
        (await ask<{ checkoutSessions: Record<string, { id: string; status: string }> }>('snapshot')).checkoutSessions,
      ),
    money: async () => (await ask<Record<string, MoneyTotal>>('money')).usd,
    reset: () => ask('reset', {}),
    close: () => end(child),
  }
}

export type OwnStripe = Awaited<ReturnType<typeof startOwnStripe>>

const NAMES = ['overview', 'stripe', 'discord', 'turnstile', 'cdn'] as const

/** A free port may be taken before it is used: then another one is tried. */
const startEmulators = async (webhook: Webhook) => {
  for (;;) {
    const ports = await Promise.all(NAMES.map(async (name) => [name, String(await freePort())] as const))
    const options: Record<string, string> = {
      ...Object.fromEntries(ports),
      'webhook-url': webhook.url,
      'webhook-secret': webhook.secret,
    }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    const child = spawn(process.execPath, [EMULATORS, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
    const isRunning = await Promise.race([
      once(child.stdout, 'data').then(() => true),
      once(child, 'exit').then(() => false),
    ])
    if (isRunning) return { child, address: `http://127.0.0.1:${options.stripe}` }
  }
}

const end = async (child: ChildProcess) => {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
