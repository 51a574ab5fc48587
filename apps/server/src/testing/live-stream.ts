import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'
import type { App } from '#app.ts'

interface StreamEvent {
  event: string
  data: unknown
}

/** Makes a test app reachable over the network, because an injected request ends only with its response. */
export const listen = async (app: App) => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Follows topics like an open page, and remembers every event. */
export const followTopics = async (
  url: string,
  token: string,
  topics: string,
  headers: Record<string, string> = {},
) => {
  const abort = new AbortController()
  const response = await fetch(`${url}/api/live?topics=${topics}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal,
  })
  const events: StreamEvent[] = []
  let hasEnded = false
  let listener: (event: StreamEvent) => void = () => {}
  const read = async () => {
    let rest = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = /^event: (.*)$/m.exec(block)?.[1]
        if (event === undefined) continue
        const heard = { event, data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null') as unknown }
        events.push(heard)
        listener(heard)
      }
    }
  }
  if (response.ok) {
    void read()
      .catch(() => {})
      .finally(() => (hasEnded = true))
  }
  const stream = {
    response,
    events,
    /** The topics that the page was told to fetch again; `all` after a reset. */
    told: () => events.flatMap(({ event, data }) => toldBy(event, data)),
    hasEnded: () => hasEnded,
    onEvent: (listen: typeof listener) => {
      listener = listen
    },
    close: () => abort.abort(),
  }
  if (response.ok)
    await vi.waitFor(() => events.some(({ event }) => event === 'open') || Promise.reject(new Error('not open')))
  return stream
}

const toldBy = (event: string, data: unknown) => {
  if (event === 'hint') return [(data as { topic: string }).topic]
  return event === 'reset' ? ['all'] : []
}
