import { DAY_MS } from '@slipstream/contract/durations'
import { REVIEW_LIMITS } from '@slipstream/contract/review-terms'
import type { RedisGateway } from '#gateways/redis.ts'
import { createAttemptLimit } from '#lib/attempt-limit.ts'
import { DomainError } from '#lib/domain-error.ts'

/** What one account can write in a day. */
export const openReviewLimits = (redis: RedisGateway) => {
  const limit = (name: string, max: number) => {
    const { allows } = createAttemptLimit(redis, { name, max, windowMs: DAY_MS })
    return async (userId: number) => {
      if (!(await allows(String(userId)))) throw new DomainError('review.too_many')
    }
  }
  return {
    save: limit('review-save', REVIEW_LIMITS.savesPerDay),
    vote: limit('review-vote', REVIEW_LIMITS.votesPerDay),
    report: limit('review-report', REVIEW_LIMITS.reportsPerDay),
  }
}
