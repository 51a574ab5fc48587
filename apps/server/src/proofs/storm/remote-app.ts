import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#app.ts'

interface Call {
  method: string
  url: string
  headers?: Record<string, string>
  payload?: string
}

const PAUSE_MS = 150
const PATIENCE_MS = 180_000

/**
 * Calls a store in other processes the way tests call one in their own. Patient like a person: repeats a request after
 * a broken connection or while the store is down.
 */
export const remoteApp = (address: string) => {
  let retries = 0

  const ask = async ({ method, url, headers, payload }: Call) => {
    const response = await fetch(address + url, {
      method,
      // A kept-alive connection may lead to a dead process.
      headers: { ...headers, connection: 'close' },
      ...(payload !== undefined && { body: payload }),
      signal: AbortSignal.timeout(40_000),
    })
    const body = await response.text()
    return { statusCode: response.status, body, json: () => JSON.parse(body) as unknown }
  }

  const inject = async (call: Call) => {
    for (const giveUpAt = Date.now() + PATIENCE_MS; ; retries += 1) {
      const answer = await ask(call).catch((error: unknown) => ({ statusCode: 0, body: String(error) }))
      if ((answer.statusCode !== 0 && answer.statusCode < 500) || Date.now() > giveUpAt) return answer
      await sleep(PAUSE_MS)
    }
  }

  // A buyer only needs `inject`.
  return { app: { inject } as unknown as App, retries: () => retries }
}
