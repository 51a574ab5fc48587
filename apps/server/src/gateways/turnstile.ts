import * as z from 'zod'
import { DomainError } from '#lib/domain-error.ts'
import { withTimeout } from '#lib/with-timeout.ts'

const TIMEOUT_MS = 5_000

const Verdict = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
  action: z.string().optional(),
  hostname: z.string().optional(),
})

/** Errors that are not the visitor's: Cloudflare is failing, or the store's key is wrong. */
const NO_VERDICT = new Set(['internal-error', 'missing-input-secret', 'invalid-input-secret'])

interface Answer {
  /** The token the widget gave the browser. */
  response: string
  ip: string
  /** The action the widget was shown for: a token for another one does not count. */
  action: 'register' | 'contact'
}

export interface Turnstile {
  /** Refuses a wrong token, and every token while Cloudflare is unreachable. */
  check: (answer: Answer) => Promise<void>
}

interface TurnstileOptions {
  url: string
  secretKey: string
  /** The store's own host name. */
  hostname: string
}

export const openTurnstile = ({ url, secretKey, hostname }: TurnstileOptions): Turnstile => ({
  check: async ({ response, ip, action }) => {
    const verdict = await ask(url, { secret: secretKey, response, remoteip: ip })
    if (!verdict.success || verdict.action !== action || verdict.hostname !== hostname) {
      throw new DomainError('auth.bot_check_failed')
    }
  },
})

const ask = async (url: string, form: Record<string, string>) => {
  try {
    const verdict = await withTimeout(TIMEOUT_MS, 'Turnstile', async (signal) => {
      const body = new URLSearchParams(form)
      const answer = await fetch(`${url}/turnstile/v0/siteverify`, { method: 'POST', body, signal })
      return Verdict.parse(await answer.json())
    })
    const fault = verdict['error-codes'].find((code) => NO_VERDICT.has(code))
    if (fault !== undefined) throw new Error(`Turnstile reported ${fault}`)
    return verdict
  } catch (error) {
    throw new DomainError('auth.bot_check_away', { cause: error })
  }
}
