import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect } from 'vitest'
import { freePort } from './free-port.ts'

const EMULATORS = path.resolve(import.meta.dirname, '../../../../packages/emulators/src/main.ts')
const NAMES = ['overview', 'stripe', 'discord', 'turnstile', 'cdn'] as const

export interface Webhook {
  url: string
  secret: string
}

/** Emulators for one test file, and the control API of one of them. */
export const startEmulators = async (name: (typeof NAMES)[number], webhook?: Webhook) => {
  const { child, addresses } = await startProcess(webhook)
  const address = addresses[name] ?? ''
  return {
    address,
    /** Calls the control API: reads a report, or sends a command if there is a body. */
    ask: async <Answer>(what: string, order?: object): Promise<Answer> => {
      const response = await fetch(`${address}/_control/${what}`, {
        ...(order && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(order) }),
      })
      const text = await response.text()
      expect(response.ok, `${what}: ${text}`).toBe(true)
      return JSON.parse(text) as Answer
    },
    close: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** A free port may be taken before it is used; then another one is tried. */
const startProcess = async (webhook: Webhook | undefined) => {
  for (;;) {
    const ports = await Promise.all(NAMES.map(async (name) => [name, String(await freePort())] as const))
    const options: Record<string, string> = {
      ...Object.fromEntries(ports),
      ...(webhook && { 'webhook-url': webhook.url, 'webhook-secret': webhook.secret }),
    }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
    const child = spawn(process.execPath, [EMULATORS, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
    const isRunning = await Promise.race([
      once(child.stdout, 'data').then(() => true),
      once(child, 'exit').then(() => false),
    ])
    const addresses = Object.fromEntries(ports.map(([name, port]) => [name, `http://127.0.0.1:${port}`]))
    if (isRunning) return { child, addresses }
  }
}
