import { DAY_MS, HOUR_MS } from '@slipstream/contract/durations'
import type { RedisGateway } from '#gateways/redis.ts'
import { addressBucket } from '#lib/address-bucket.ts'
import { createAttemptLimit } from '#lib/attempt-limit.ts'

/** What strangers can write. Members are limited by counting their rows. */
export const openTicketLimits = (redis: RedisGateway) => {
  const perAddress = createAttemptLimit(redis, { name: 'contact-address', max: 5, windowMs: HOUR_MS })
  const perMailbox = createAttemptLimit(redis, { name: 'contact-mailbox', max: 5, windowMs: DAY_MS })
  const everybody = createAttemptLimit(redis, { name: 'contact-everybody', max: 500, windowMs: DAY_MS })
  const links = createAttemptLimit(redis, { name: 'contact-link', max: 120, windowMs: HOUR_MS })
  return {
    /** From one household. Asked before the bot check, because that calls another company. */
    mayTry: (ip: string) => perAddress.allows(addressBucket(ip)),
    /**
     * About one mailbox, and from all guests together, so that the queue stays readable. Asked after the bot check:
     * otherwise robots could use up what is meant for people.
     */
    mayWrite: async (email: string) => (await perMailbox.allows(email)) && everybody.allows('all'),
    mayOpenLink: (ip: string) => links.allows(addressBucket(ip)),
  }
}
