import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripeControl } from '@slipstream/emulators/stripe-control'
import { signIn } from '../bench/sign-in.ts'

interface LoadOptions {
  url: string
  stripeUrl: string
  /** People who own nothing yet, with the demo's password. Each buys one mod. */
  buyers: readonly { username: string; password: string }[]
  modId: number
  perSecond: number
}

interface Failure {
  what: string
  why: string
}

export interface LoadReport {
  sent: number
  failures: Failure[]
  /** How often each kind of call was answered. */
  counts: Record<string, number>
  /** The numbers of orders that the store reported as paid. */
  paid: string[]
}

const TIMEOUT_MS = 30_000
/** An address may sign in ten times a minute, so one person buys at a time, this long after the previous one. */
const BUY_EVERY_MS = 7_000

/** Reads at a fixed rate and people who sign in, fill a cart and pay, until it is stopped. */
export const startLoad = (options: LoadOptions) => {
  const { url, perSecond } = options
  const report: LoadReport = { sent: 0, failures: [], counts: {}, paid: [] }
  const running = new Set<Promise<unknown>>()
  let isStopped = false

  const ask = async <Answer>(what: string, path: string, init: RequestInit = {}): Promise<Answer> => {
    report.sent++
    try {
      const answer = await fetch(url + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
      const body = await answer.text()
      if (!answer.ok) throw new Error(`${answer.status} ${body.slice(0, 100)}`)
      report.counts[what] = (report.counts[what] ?? 0) + 1
      return (answer.headers.get('content-type')?.includes('json') ? JSON.parse(body) : body) as Answer
    } catch (error) {
      report.failures.push({
        what,
        why:
          error instanceof Error
            ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
            : String(error),
      })
      throw error
    }
  }
  const keep = (work: Promise<unknown>) => {
    const kept = work.catch(() => undefined).finally(() => running.delete(kept))
    running.add(kept)
  }

  const reads = ['/', '/mods', `/mods/${options.modId}`, '/api/site/status', '/api/mods']
  let turn = 0
  const timer = setInterval(() => keep(ask('read', reads[turn++ % reads.length] ?? '/')), 1_000 / perSecond)

  const buying = (async () => {
    for (const buyer of options.buyers) {
      if (isStopped) return
      await Promise.all([buy(options, ask, report, buyer).catch(() => undefined), sleep(BUY_EVERY_MS)])
    }
  })()

  return {
    report,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await buying
      await Promise.all(running)
      return report
    },
  }
}

type Ask = <Answer>(what: string, path: string, init?: RequestInit) => Promise<Answer>

const buy = async (
  { url, stripeUrl, modId }: LoadOptions,
  ask: Ask,
  report: LoadReport,
  buyer: LoadOptions['buyers'][number],
) => {
  report.sent++
  const signedIn = await signIn(url, buyer).catch((error: unknown) => {
    report.failures.push({ what: 'sign in', why: String(error) })
    throw error
  })
  report.counts['sign in'] = (report.counts['sign in'] ?? 0) + 1
  const headers = { ...signedIn, 'content-type': 'application/json' }
  const post = <Answer>(what: string, path: string, body: object) =>
    ask<Answer>(what, path, { method: 'POST', headers, body: JSON.stringify(body) })
  await post('cart', '/api/cart', { modId })
  const { quote } = await ask<{ quote: string }>('quote', '/api/checkout/quote', { headers })
  const order = await post<{ orderNumber: string; url: string }>('checkout', '/api/checkout', {
    key: randomUUID(),
    quote,
    consents: { delivery: true, withdrawal: true },
  })
  const session = /cs_\w+/.exec(order.url)?.[0] ?? ''
  await stripeControl(stripeUrl).complete({ session })
  const done = await post<{ status: string }>('complete', '/api/purchase/complete', { transactionId: session })
  if (done.status === 'paid') report.paid.push(order.orderNumber)
  else report.failures.push({ what: 'complete', why: `the order is ${done.status}` })
}
