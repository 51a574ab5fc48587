import { setTimeout as sleep } from 'node:timers/promises'

export interface Figures {
  requests: number
  failed: string[]
  p50Ms: number
  p99Ms: number
  slowestMs: number
}

/**
 * Sends this many requests a second, whether or not earlier ones were answered. Each is timed from the moment it was
 * due, so a server that hangs is not judged by the few requests that got through.
 */
export const startLoad = (address: string, paths: readonly string[], perSecond: number) => {
  const times: number[] = []
  const failed: string[] = []
  const underway = new Set<Promise<void>>()
  const over = new AbortController()

  const ask = async (path: string, visitor: number, due: number) => {
    try {
      // Each request has its own address, because the store limits the connections per address.
      const forwarded = `10.20.${Math.floor(visitor / 250) % 250}.${visitor % 250}`
      const answer = await fetch(address + path, { headers: { 'x-forwarded-for': forwarded } })
      await answer.arrayBuffer()
      if (!answer.ok) failed.push(`${path} answered ${answer.status}`)
    } catch (error) {
      failed.push(`${path}: ${String(error instanceof Error ? (error.cause ?? error) : error)}`)
    }
    times.push(performance.now() - due)
  }

  const send = async () => {
    const began = performance.now()
    for (let sent = 0; !over.signal.aborted; sent++) {
      const due = began + (sent * 1_000) / perSecond
      const wait = due - performance.now()
      if (wait > 0) await sleep(wait)
      const asked = ask(paths[sent % paths.length] ?? '/', sent, due)
      underway.add(asked)
      void asked.then(() => underway.delete(asked))
    }
  }
  const sending = send()

  return {
    stop: async (): Promise<Figures> => {
      over.abort()
      await sending
      await Promise.all(underway)
      return { failed, ...figuresOf(times) }
    },
  }
}

export const figuresOf = (times: readonly number[]) => {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  return { requests: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), slowestMs: at(1) }
}
