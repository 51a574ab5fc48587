/**
 * Runs every hostile address in a process of its own, started by run.ts, so that their work does not delay the
 * bystander's clock.
 */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Credentials } from '../bench/sign-in.ts'
import { pixelBomb } from '@slipstream/mod-archive/testing/hostile-picture'
import { type Attack, attacks, get, json } from './attacks.ts'
import { sendPicture } from './send-picture.ts'
import { holdSlowConnections } from './slow-connections.ts'

export interface AttackPlan {
  port: number
  addresses: readonly string[]
  /** Just below the rate limit per address, so the limit stops nothing and every request reaches the code behind it. */
  perSecond: number
  slowPerAddress: number
  /** One customer per address: a hostile visitor can register. */
  customers: readonly Credentials[]
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

let isPaused = false

const send = (agent: Agent, port: number, { method, path, headers, body }: Attack) =>
  new Promise<{ status: number; text: string }>((resolve) => {
    const sent = request(
      { agent, host: '127.0.0.1', port, method, path, headers: { accept: '*/*', ...headers }, timeout: TIMEOUT_MS },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.once('end', () => resolve({ status: answer.statusCode ?? -1, text: Buffer.concat(parts).toString() }))
        answer.once('error', () => resolve({ status: -1, text: '' }))
      },
    )
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.once('error', () => resolve({ status: -1, text: '' }))
    sent.end(body)
  })

/** Signs in, puts a mod into the cart, so that a checkout has something to sell, opens a ticket and uploads a picture. */
const prepare = async (agent: Agent, { port, modIds }: AttackPlan, credentials: Credentials, bomb: Buffer) => {
  const ask = async <T>(attack: Attack) => {
    const { status, text } = await send(agent, port, attack)
    if (status !== 200) throw new Error(`${credentials.username}: ${attack.path} was answered with ${status}`)
    return JSON.parse(text) as T
  }
  const { token } = await ask<{ token: string }>(json('/api/auth/login', credentials))
  const authorization = `Bearer ${token}`
  await ask(json('/api/cart', { modId: modIds[0] }, { authorization }))
  const { quote } = await ask<{ quote: string }>(get('/api/checkout/quote', { authorization }))
  const words = { subject: 'Hello', body: 'Hello', category: 'general', clientKey: randomUUID() }
  const { id: ticketId } = await ask<{ id: number }>(json('/api/tickets', words, { authorization }))
  const offered = (path: string, body: object) => ask<{ key: string; url: string }>(json(path, body, { authorization }))
  return { authorization, quote, ticketId, pictureKey: await sendPicture(offered, bomb) }
}

type Customer = Awaited<ReturnType<typeof prepare>>

const attackFrom = (plan: AttackPlan, agent: Agent, customer: Customer, offset: number, counts: AttackCounts) => {
  const kinds = Object.entries(attacks({ ...customer, modIds: plan.modIds }))
  let turn = offset
  let inFlight = 0
  const timer = setInterval(() => {
    if (isPaused || inFlight >= IN_FLIGHT_PER_ADDRESS) return
    const [kind, make] = kinds[turn++ % kinds.length]!
    inFlight += 1
    void send(agent, plan.port, make()).then(({ status }) => {
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

const attack = async (plan: AttackPlan) => {
  const counts: AttackCounts = {}
  const agents = plan.addresses.map(
    (localAddress) => new Agent({ keepAlive: true, maxSockets: IN_FLIGHT_PER_ADDRESS, localAddress }),
  )
  const bomb = await pixelBomb()
  const customers = await Promise.all(agents.map((agent, index) => prepare(agent, plan, plan.customers[index]!, bomb)))
  const stops = agents.map((agent, index) => attackFrom(plan, agent, customers[index]!, index, counts))
  const slow = plan.addresses.map((from) => holdSlowConnections({ port: plan.port, from, count: plan.slowPerAddress }))
  process.send?.('begun')
  return (): AttackReport => {
    for (const stop of stops) stop()
    for (const connections of slow) connections.stop()
    return { counts, closedSlow: slow.reduce((sum, { closedByStore }) => sum + closedByStore(), 0) }
  }
}

process.once('message', (plan: AttackPlan) => {
  const attacking = attack(plan)
  process.on('message', (order: 'pause' | 'go on' | 'stop') => {
    isPaused = order === 'pause'
    if (order === 'stop') void attacking.then((stop) => process.send?.(stop(), () => process.exit(0)))
  })
})
