import { DAY_MS } from '@slipstream/contract/durations'
import type { RedisGateway } from '#gateways/redis.ts'
import { type AttemptLimit, createAttemptLimit } from '#lib/attempt-limit.ts'
import { addressBucket } from '#lib/address-bucket.ts'
import { createGuessLimit } from './guess-limit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Limits for each way into an account. ADR 25 calculates how many guesses they leave an attacker. */
export const openSignInLimits = (redis: RedisGateway, now?: () => number) => {
  const limit = (name: string, max: number, windowMs: number) =>
    createAttemptLimit(redis, { name, max, windowMs, ...(now && { now }) })
  return {
    /** Every attempt from one address, right or wrong; known devices are not counted here. */
    address: perAddress(limit('sign-in-address', 10, MINUTE_MS)),
    /** Passwords, by the name that was typed: unknown names are limited the same way. */
    password: createGuessLimit({
      burst: limit('password-burst', 10, 15 * MINUTE_MS),
      daily: limit('password-daily', 30, DAY_MS),
      everywhere: limit('password-everywhere', 300, DAY_MS),
    }),
    /** Second-factor codes, by user id. A password thief gets a handful of guesses at a million numbers. */
    code: createGuessLimit({
      burst: limit('code-burst', 5, 15 * MINUTE_MS),
      daily: limit('code-daily', 20, DAY_MS),
      everywhere: limit('code-everywhere', 50, DAY_MS),
    }),
    /** Passwords and codes given again by a signed-in browser, by session: nobody else can use them up. */
    proof: bothOf(limit('proof-burst', 10, 15 * MINUTE_MS), limit('proof-daily', 30, DAY_MS)),
    /** Passkey challenges, each a short-lived row. Opening the login page may request one. */
    passkeyChallenges: perAddress(limit('passkey-challenge', 30, MINUTE_MS)),
    registrations: perAddress(limit('register', 5, HOUR_MS)),
    /** Mails to one mailbox, per sender and in total. */
    mails: limit('auth-mail', 3, HOUR_MS),
    mailbox: limit('auth-mailbox', 10, HOUR_MS),
    /** One log line a minute shows that an address is over its limit; one per attempt would fill the disk. */
    notes: perAddress(limit('limited-note', 1, MINUTE_MS)),
  }
}
export type SignInLimits = ReturnType<typeof openSignInLimits>

/** An IPv6 household counts once, because it owns more addresses than could be counted. */
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
