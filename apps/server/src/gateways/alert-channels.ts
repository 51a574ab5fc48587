import type { Config } from '#config.ts'
import { withTimeout } from '#lib/with-timeout.ts'

const TIMEOUT_MS = 10_000

/** Where alerts go besides mail. Both addresses come from the environment, so nobody can change them in the store. */
export interface AlertChannels {
  hasDiscord: boolean
  hasPing: boolean
  /** Posts to the owner's Discord channel; does nothing without one. */
  tellDiscord: (content: string) => Promise<void>
  /** Tells the owner's monitor that the store is alive; does nothing without one. */
  ping: () => Promise<void>
}

export const openAlertChannels = (
  { discordWebhook, pingUrl }: Config['alerts'],
  timeoutMs = TIMEOUT_MS,
): AlertChannels => ({
  hasDiscord: discordWebhook !== null,
  hasPing: pingUrl !== null,
  tellDiscord: async (content) => {
    if (discordWebhook === null) return
    // Texts of the store must not ping everybody on the server.
    const body = JSON.stringify({ content, allowed_mentions: { parse: [] } })
    await call(
      'Discord',
      discordWebhook,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body },
      timeoutMs,
    )
  },
  ping: async () => {
    if (pingUrl !== null) await call('The ping address', pingUrl, { method: 'GET' }, timeoutMs)
  },
})

/** The addresses are secrets themselves, so a redirect is not followed and no error quotes them. */
const call = (what: string, address: string, request: RequestInit, timeoutMs: number) =>
  withTimeout(timeoutMs, what, async (signal) => {
    const answer = await fetch(address, { ...request, redirect: 'manual', signal }).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new Error(`${what} cannot be reached`, { cause })
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`${what} answered with status ${answer.status}`)
  })
