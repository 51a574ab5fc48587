/** A process of its own, started by run.ts: all hostile addresses, so that their work does not delay the bystander's clock. */
import { Agent, request } from 'node:http'
import { type Attack, attacks } from './attacks.ts'
import { holdSlowConnections } from './slow-connections.ts'

export interface AttackPlan {
  port: number
  addresses: readonly string[]
  /** Below the store's limit per address, so that the limit stops nothing and everything reaches what is behind it. */
  perSecond: number
  slowPerAddress: number
  authorization: string
  modIds: readonly number[]
}

/** Answers by kind of attack and status; -1 is a connection that ended without an answer. */
export type AttackCounts = Record<string, Record<number, number>>

export interface AttackReport {
  counts: AttackCounts
  closedSlow: number
}

const TIMEOUT_MS = 30_000
const IN_FLIGHT_PER_ADDRESS = 40

const send = (agent: Agent, { port }: AttackPlan, { method, path, headers, body }: Attack) =>
  new Promise<number>((resolve) => {
    const sent = request(
      { agent, host: '127.0.0.1', port, method, path, headers: { accept: '*/*', ...headers }, timeout: TIMEOUT_MS },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? -1))
        answer.once('error', () => resolve(-1))
      },
    )
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.once('error', () => resolve(-1))
    sent.end(body)
  })

const attackFrom = (plan: AttackPlan, address: string, offset: number, counts: AttackCounts) => {
  const agent = new Agent({ keepAlive: true, maxSockets: IN_FLIGHT_PER_ADDRESS, localAddress: address })
  const kinds = Object.entries(attacks(plan))
  let turn = offset
  let inFlight = 0
  const timer = setInterval(() => {
    if (inFlight >= IN_FLIGHT_PER_ADDRESS) return
    const [kind, make] = kinds[turn++ % kinds.length]!
    inFlight += 1
    void send(agent, plan, make()).then((status) => {
      inFlight -= 1
      const ofKind = (counts[kind] ??= {})
      ofKind[status] = (ofKind[status] ?? 0) + 1
    })
  }, 1_000 / plan.perSecond)
  return () => {
    clearInterval(timer)
    agent.destroy()
  }
}

process.once('message', (plan: AttackPlan) => {
  const counts: AttackCounts = {}
  const slow = plan.addresses.map((from) => holdSlowConnections({ port: plan.port, from, count: plan.slowPerAddress }))
  const stops = plan.addresses.map((address, number) => attackFrom(plan, address, number, counts))
  process.once('message', () => {
    for (const stop of stops) stop()
    for (const connections of slow) connections.stop()
    const closedSlow = slow.reduce((sum, { closedByStore }) => sum + closedByStore(), 0)
    process.send?.({ counts, closedSlow } satisfies AttackReport, () => process.exit(0))
  })
})
