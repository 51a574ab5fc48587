import { freePort } from '../../testing/free-ports.ts'
import { createDiscordEmulator } from '../discord-emulator.ts'

interface RunningDiscordOptions {
  folder?: string
  now?: () => number
}

/** An emulator on its own port. */
export const startDiscord = async (options: RunningDiscordOptions = {}) => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const { app } = createDiscordEmulator({ address, ...options })
  await app.listen({ host: '127.0.0.1', port })

  const answer = async <Result>(path: string, init?: RequestInit) =>
    (await (await fetch(`${address}/_control/${path}`, init)).json()) as Result
  return {
    address,
    close: () => app.close(),
    report: <Result>(name: string) => answer<Result>(name),
    order: <Result>(name: string, order: object = {}) =>
      answer<Result>(name, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
      }),
  }
}
