import { DAY_MS, HOUR_MS } from '@slipstream/contract/durations'
import type { RedisGateway } from '#gateways/redis.ts'
import { addressBucket } from '#lib/address-bucket.ts'
import { createAttemptLimit } from '#lib/attempt-limit.ts'

/** The neighborhood of an address, which one person may have whole: 256 addresses of IPv4, 65,536 households of IPv6. */
const networkOf = (ip: string) => {
  const bucket = addressBucket(ip)
  return bucket.includes(':') ? bucket.split(':').slice(0, 3).join(':') : bucket.split('.').slice(0, 3).join('.')
}

/** Limits for strangers. Account holders are limited by counting their rows. */
export const openTicketLimits = (redis: RedisGateway) => {
  const perAddress = createAttemptLimit(redis, { name: 'contact-address', max: 5, windowMs: HOUR_MS })
  const perMailbox = createAttemptLimit(redis, { name: 'contact-mailbox', max: 5, windowMs: DAY_MS })
  const perNetwork = createAttemptLimit(redis, { name: 'contact-network', max: 20, windowMs: DAY_MS })
  const everybody = createAttemptLimit(redis, { name: 'contact-everybody', max: 2_000, windowMs: DAY_MS })
  const logsPerNetwork = createAttemptLimit(redis, { name: 'contact-logs', max: 20, windowMs: DAY_MS })
  const logsOfAll = createAttemptLimit(redis, { name: 'contact-logs-everybody', max: 400, windowMs: DAY_MS })
  const links = createAttemptLimit(redis, { name: 'contact-link', max: 120, windowMs: HOUR_MS })
  return {
    /** Limits attempts per household. Checked before the bot check, because that calls an external service. */
    mayTry: (ip: string) => perAddress.allows(addressBucket(ip)),
    /**
     * Limits posts per mailbox, and of all guests together, so that the queue stays readable; nobody can use up more
     * than a hundredth of that. Checked after the bot check: otherwise bots could use up what is meant for people.
     */
    mayWrite: async (email: string, ip: string) =>
      (await perMailbox.allows(email)) && (await perNetwork.allows(networkOf(ip))) && everybody.allows('all'),
    /** Limits logs per network and day, and of all guests together to 400 MB of storage a day. */
    mayAttach: async (ip: string) => (await logsPerNetwork.allows(networkOf(ip))) && logsOfAll.allows('all'),
    mayOpenLink: (ip: string) => links.allows(addressBucket(ip)),
  }
}

export type TicketLimits = ReturnType<typeof openTicketLimits>
