import { DAY_MS, HOUR_MS, MINUTE_MS } from '@slipstream/contract/durations'
import type { RedisGateway } from '#gateways/redis.ts'
import { type AttemptLimit, createAttemptLimit } from '#lib/attempt-limit.ts'
import { addressBucket } from '#lib/address-bucket.ts'
import { createGuessLimit } from './guess-limit.ts'

/** Keyed by the name of the counter. The settings page shows some of them. */
export const SIGN_IN_LIMITS = {
  'sign-in-address': { max: 10, windowMs: MINUTE_MS },
  'password-burst': { max: 10, windowMs: 15 * MINUTE_MS },
  'password-daily': { max: 30, windowMs: DAY_MS },
  'password-everywhere': { max: 300, windowMs: DAY_MS },
  'code-burst': { max: 5, windowMs: 15 * MINUTE_MS },
  'code-daily': { max: 20, windowMs: DAY_MS },
  'code-everywhere': { max: 50, windowMs: DAY_MS },
  'proof-burst': { max: 10, windowMs: 15 * MINUTE_MS },
  'proof-daily': { max: 30, windowMs: DAY_MS },
  'passkey-challenge': { max: 30, windowMs: MINUTE_MS },
  register: { max: 5, windowMs: HOUR_MS },
  'auth-mail': { max: 3, windowMs: HOUR_MS },
  'auth-mailbox': { max: 10, windowMs: HOUR_MS },
  'limited-note': { max: 1, windowMs: MINUTE_MS },
}

/** Limits for each way into an account. ADR 25 calculates how many guesses they leave an attacker. */
export const openSignInLimits = (redis: RedisGateway, now?: () => number) => {
  const limit = (name: keyof typeof SIGN_IN_LIMITS) =>
    createAttemptLimit(redis, { name, ...SIGN_IN_LIMITS[name], ...(now && { now }) })
  return {
    /** Every attempt from one address, right or wrong, except passwords typed on known devices. */
    address: perAddress(limit('sign-in-address')),
    /** Passwords, by the name that was typed: unknown names are limited the same way. */
    password: createGuessLimit({
      burst: limit('password-burst'),
      daily: limit('password-daily'),
      everywhere: limit('password-everywhere'),
    }),
    /** Second-factor codes, by user id. A password thief gets a handful of guesses at a million numbers. */
    code: createGuessLimit({
      burst: limit('code-burst'),
      daily: limit('code-daily'),
      everywhere: limit('code-everywhere'),
    }),
    /** Reauthentication, counted by session, so that nobody else can use up the attempts. */
    proof: bothOf(limit('proof-burst'), limit('proof-daily')),
    /** Passkey challenges, each a short-lived row. Opening the login page may request one. */
    passkeyChallenges: perAddress(limit('passkey-challenge')),
    registrations: perAddress(limit('register')),
    /** Mails to one mailbox, per sender and in total. */
    mails: limit('auth-mail'),
    mailbox: limit('auth-mailbox'),
    /** One log line a minute shows that an address is over its limit; one per attempt would fill the disk. */
    notes: perAddress(limit('limited-note')),
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
