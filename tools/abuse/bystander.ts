import { Agent, request } from 'node:http'

/**
 * Each bystander sends requests on a fixed schedule, however long the answers take: more traffic than a person with
 * several open tabs causes.
 */
const EVERY_MS = 250
const TIMEOUT_MS = 10_000

interface BystanderOptions {
  port: number
  /** One bystander per address. Together they send requests at even intervals. */
  addresses: readonly string[]
  authorization: string
  modId: number
}

export interface PathSummary {
  name: string
  answers: number
  p50Ms: number
  p99Ms: number
  worstMs: number
  /** Answers other than 200. */
  failures: number
}

export interface Bystander {
  /** Runs an action while no request is in flight and none starts. */
  paused: <T>(work: () => Promise<T>) => Promise<T>
  /** Resets the counters. */
  forget: () => void
  summary: () => PathSummary[]
  stop: () => void
}

interface Seen {
  name: string
  ms: number
  status: number
}

export const observe = ({ port, addresses, authorization, modId }: BystanderOptions): Bystander => {
  const agents = addresses.map((localAddress) => new Agent({ keepAlive: true, localAddress }))
  const paths = [
    { name: 'home', path: '/', headers: {} },
    { name: 'mod page', path: `/mods/${modId}`, headers: {} },
    { name: 'status', path: '/api/site/status', headers: {} },
    { name: 'cart', path: '/api/cart', headers: { authorization } },
  ]
  let seen: Seen[] = []
  let isPaused = false
  let turn = 0
  const inFlight = new Set<Promise<void>>()

  const ask = (agent: Agent, path: string, headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      const sent = request({ agent, host: '127.0.0.1', port, path, headers, timeout: TIMEOUT_MS }, (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? -1))
        answer.once('error', () => resolve(-1))
      })
      sent.once('timeout', () => sent.destroy(new Error('no answer in time')))
      sent.once('error', () => resolve(-1))
      sent.end()
    })

  const look = async () => {
    const agent = agents[turn % agents.length]!
    const { name, path, headers } = paths[turn++ % paths.length]!
    const began = performance.now()
    const counted = seen
    const status = await ask(agent, path, headers)
    // Sent before the counters were reset.
    counted.push({ name, status, ms: performance.now() - began })
  }
  const timer = setInterval(() => {
    if (isPaused) return
    const looked = look().finally(() => inFlight.delete(looked))
    inFlight.add(looked)
  }, EVERY_MS / addresses.length)

  return {
    paused: async (work) => {
      isPaused = true
      try {
        await Promise.all(inFlight)
        return await work()
      } finally {
        isPaused = false
      }
    },
    forget: () => {
      seen = []
    },
    summary: () => [
      summarise('all', seen),
      ...paths.map(({ name }) =>
        summarise(
          name,
          seen.filter((one) => one.name === name),
        ),
      ),
    ],
    stop: () => {
      clearInterval(timer)
      for (const agent of agents) agent.destroy()
    },
  }
}

const summarise = (name: string, seen: readonly Seen[]): PathSummary => {
  const times = seen.map(({ ms }) => ms).toSorted((one, other) => one - other)
  const share = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN
  return {
    name,
    answers: seen.length,
    p50Ms: share(0.5),
    p99Ms: share(0.99),
    worstMs: times.at(-1) ?? Number.NaN,
    failures: seen.filter(({ status }) => status !== 200).length,
  }
}
