import { MINUTE_MS } from '@slipstream/contract/durations'
import type { RedisGateway } from '#gateways/redis.ts'
import type { UserRow } from '#features/auth/current-user.ts'
import { createAttemptLimit } from '#lib/attempt-limit.ts'

/** Limits per buyer: guesses at coupon codes, and calls to Stripe. */
export const openCheckoutLimits = (redis: RedisGateway) => ({
  /** Attempts with coupon codes that do not exist. */
  coupons: createAttemptLimit(redis, { name: 'coupon-guess', max: 20, windowMs: 60 * MINUTE_MS }),
  /** An open page polls every two seconds. */
  completions: createAttemptLimit(redis, { name: 'purchase-complete', max: 60, windowMs: MINUTE_MS }),
})

/** Not the id alone, because an emptied or restored store reuses ids. */
export const buyerKey = ({ id, createdAt }: Pick<UserRow, 'id' | 'createdAt'>) => `${id}-${createdAt.getTime()}`
