import { DAY_MS } from '@slipstream/contract/durations'
import type { RedisGateway } from '#gateways/redis.ts'
import { type AttemptLimit, createAttemptLimit } from '#lib/attempt-limit.ts'
import { addressBucket } from '#lib/address-bucket.ts'
import { createGuessLimit } from './guess-limit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How often each way to an account may be tried. What an attacker gets out of it is worked out in decision 25. */
export const openSignInLimits = (redis: RedisGateway, now?: () => number) => {
  const limit = (name: string, max: number, windowMs: number) =>
    createAttemptLimit(redis, { name, max, windowMs, ...(now && { now }) })
  return {
    /** Every attempt from one address, right or wrong; known devices are not counted here. */
    address: perAddress(limit('sign-in-address', 10, MINUTE_MS)),
    /** Passwords, by the name that was typed: names that nobody has are limited alike. */
    password: createGuessLimit({
      burst: limit('password-burst', 10, 15 * MINUTE_MS),
      daily: limit('password-daily', 30, DAY_MS),
      everywhere: limit('password-everywhere', 300, DAY_MS),
    }),
    /** Codes of the second factor, by user id. A thief of the password has a handful of guesses at a million numbers. */
    code: createGuessLimit({
      burst: limit('code-burst', 5, 15 * MINUTE_MS),
      daily: limit('code-daily', 20, DAY_MS),
      everywhere: limit('code-everywhere', 50, DAY_MS),
    }),
    /** Passwords and codes that a signed-in browser shows again, by session: nobody else can use it up. */
    proof: bothOf(limit('proof-burst', 10, 15 * MINUTE_MS), limit('proof-daily', 30, DAY_MS)),
    /** Challenges for passkeys, each a short-lived row. Opening the login page may ask for one. */
    passkeyChallenges: perAddress(limit('passkey-challenge', 30, MINUTE_MS)),
    registrations: perAddress(limit('register', 5, HOUR_MS)),
    /** Mails to one mailbox that one stranger or one account can cause, and that all of them can. */
    mails: limit('auth-mail', 3, HOUR_MS),
    mailbox: limit('auth-mailbox', 10, HOUR_MS),
    /** One note a minute shows that an address is over its limit; a note for every attempt would fill the disk. */
    notes: perAddress(limit('limited-note', 1, MINUTE_MS)),
  }
}
export type SignInLimits = ReturnType<typeof openSignInLimits>

/** A household counts once: of IPv6 it owns more addresses than could ever be counted. */
const perAddress = ({ allows, isReached, forget, refund }: AttemptLimit): AttemptLimit => ({
  allows: (ip) => allows(addressBucket(ip)),
  isReached: (ip) => isReached(addressBucket(ip)),
  forget: (ip) => forget(addressBucket(ip)),
  refund: (ip) => refund(addressBucket(ip)),
})

const bothOf = (burst: AttemptLimit, daily: AttemptLimit) => ({
  allows: async (key: string) => (await burst.allows(key)) && (await daily.allows(key)),
  forget: async (key: string) => {
    await burst.forget(key)
    await daily.forget(key)
  },
})
