import { setTimeout as sleep } from 'node:timers/promises'

interface Refusal {
  at: number
  isFromCache: boolean
}

const PAGES = ['/', '/mods', '/terms', '/subscribe', '/no-such-page']
const PAUSE_MS = 20

/**
 * Requests all pages in turn, as visitors and search engines do. Each round also requests one address that no cache has
 * seen. The addresses of a cycle are new to the cache, so that its copies of an earlier cycle do not hide the store.
 */
export const watch = (address: string, cycle: number) => {
  const refusals: Refusal[] = []
  const over = new AbortController()
  let requests = 0

  const ask = async (path: string) => {
    const answer = await fetch(address + path, { headers: { 'user-agent': 'Googlebot/2.1' } })
    await answer.arrayBuffer()
    requests += 1
    if (answer.status !== 503) return
    if (!answer.headers.get('retry-after')) throw new Error(`${path} answered 503 without Retry-After`)
    refusals.push({ at: performance.now(), isFromCache: answer.headers.get('x-cache') === 'HIT' })
  }

  const ran = (async () => {
    for (let round = 0; !over.signal.aborted; round++) {
      // Addresses change every three seconds, so that pages are first requested while the store is closed, open or
      // switching.
      const part = Math.floor(performance.now() / 3_000)
      for (const page of PAGES) await ask(`${page}?cycle=${cycle}-${part}`)
      await ask(`/mods?round=${cycle}-${round}`)
      await sleep(PAUSE_MS)
    }
  })()

  return {
    stop: async () => {
      over.abort()
      await ran
      return { requests, refusals, kept: refusals.filter(({ isFromCache }) => isFromCache) }
    },
  }
}
