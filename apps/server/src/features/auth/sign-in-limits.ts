import type { RedisGateway } from '#gateways/redis.ts'
import { type AttemptLimit, createAttemptLimit } from '#lib/attempt-limit.ts'
import { addressBucket } from '#plugins/rate-limit.ts'

const MINUTE_MS = 60_000

/** How often each way to an account may be tried. */
export const openSignInLimits = (redis: RedisGateway) => ({
  /** Every attempt from one address, right or wrong. */
  address: perAddress(createAttemptLimit(redis, { name: 'sign-in-address', max: 10, windowMs: MINUTE_MS })),
  /** Attempts at one name, from wherever they come. A right one clears the count. */
  name: createAttemptLimit(redis, { name: 'sign-in-name', max: 10, windowMs: 15 * MINUTE_MS }),
  /** Codes for one account: a thief of the password has a handful of guesses at a million numbers. */
  code: createAttemptLimit(redis, { name: 'sign-in-code', max: 5, windowMs: 15 * MINUTE_MS }),
  /** Challenges for passkeys, each a short-lived row. Opening the login page may ask for one. */
  passkeyChallenges: perAddress(createAttemptLimit(redis, { name: 'passkey-challenge', max: 30, windowMs: MINUTE_MS })),
  registrations: perAddress(createAttemptLimit(redis, { name: 'register', max: 5, windowMs: 60 * MINUTE_MS })),
  /** Mails that a stranger can cause, per address of the mail. */
  mails: createAttemptLimit(redis, { name: 'auth-mail', max: 3, windowMs: 60 * MINUTE_MS }),
  /** One note a minute shows that an address is over its limit; a note for every attempt would fill the disk. */
  notes: perAddress(createAttemptLimit(redis, { name: 'limited-note', max: 1, windowMs: MINUTE_MS })),
})
export type SignInLimits = ReturnType<typeof openSignInLimits>

/** A household counts once: of IPv6 it owns more addresses than could ever be counted. */
const perAddress = ({ allows, isReached, forget }: AttemptLimit): AttemptLimit => ({
  allows: (ip) => allows(addressBucket(ip)),
  isReached: (ip) => isReached(addressBucket(ip)),
  forget: (ip) => forget(addressBucket(ip)),
})
