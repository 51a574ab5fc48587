import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#app.ts'

interface Question {
  method: string
  url: string
  headers?: Record<string, string>
  payload?: string
}

const PAUSE_MS = 150
const PATIENCE_MS = 180_000

/**
 * Asks a store in other processes as the tests ask one in their own. As patient as a person: a connection that breaks and
 * a store that is away are asked again, with the very same words.
 */
export const remoteApp = (address: string) => {
  let retries = 0

  const ask = async ({ method, url, headers, payload }: Question) => {
    const response = await fetch(address + url, {
      method,
      // A connection that is kept may lead to a process that is gone by now.
      headers: { ...headers, connection: 'close' },
      ...(payload !== undefined && { body: payload }),
      signal: AbortSignal.timeout(40_000),
    })
    const body = await response.text()
    return { statusCode: response.status, body, json: () => JSON.parse(body) as unknown }
  }

  const inject = async (question: Question) => {
    for (const giveUpAt = Date.now() + PATIENCE_MS; ; retries += 1) {
      const answer = await ask(question).catch((error: unknown) => ({ statusCode: 0, body: String(error) }))
      if ((answer.statusCode !== 0 && answer.statusCode < 500) || Date.now() > giveUpAt) return answer
      await sleep(PAUSE_MS)
    }
  }

  // Of all that an app can do, asking is what a buyer needs.
  return { app: { inject } as unknown as App, retries: () => retries }
}
