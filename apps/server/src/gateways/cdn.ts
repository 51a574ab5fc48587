import * as z from 'zod'
import type { Config } from '#config.ts'
import { DomainError } from '#lib/domain-error.ts'
import { withTimeout } from '#lib/with-timeout.ts'

const TIMEOUT_MS = 5_000

const Verdict = z.object({ success: z.boolean(), errors: z.array(z.object({ message: z.string() })).default([]) })

export interface Cdn {
  isConfigured: boolean
  /** Purges everything that the CDN has cached. Throws `cdn.away` if it does not confirm. */
  purgeEverything: () => Promise<void>
}

/** Without a CDN, purging does nothing. */
export const openCdn = (config: Config['cdn']): Cdn => ({
  isConfigured: config !== null,
  purgeEverything: async () => {
    if (config === null) return
    try {
      await withTimeout(TIMEOUT_MS, 'The CDN', (signal) => purge(config, signal))
    } catch (cause) {
      throw new DomainError('cdn.away', { cause })
    }
  },
})

const purge = async ({ purgeUrl, token }: NonNullable<Config['cdn']>, signal: AbortSignal) => {
  const answer = await fetch(purgeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ purge_everything: true }),
    // The token must not follow a redirect to another host.
    redirect: 'error',
    signal,
  })
  const { success, errors } = Verdict.parse(await answer.json())
  if (!success) throw new Error(`${answer.status} ${errors.map(({ message }) => message).join('; ')}`)
}
