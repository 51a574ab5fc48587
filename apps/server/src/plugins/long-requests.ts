import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HOUR_MS } from '@slipstream/contract/durations'
import type { RedisGateway } from '#gateways/redis.ts'
import { addressBucket } from '#lib/address-bucket.ts'
import { createAttemptLimit } from '#lib/attempt-limit.ts'
import { DomainError } from '#lib/domain-error.ts'
import { CUSTOMER_BODY_BYTES } from '#lib/http/mount.ts'

/** More than a person sends; a stranger makes the server read 40 MB in an hour. */
const PER_ADDRESS = 20

/**
 * Some calls of strangers take more than a few thousand characters. Such a request is counted before it is read: what
 * costs is reading it, so the limits of what is done with it come too late.
 */
export const registerLongRequests = (app: FastifyInstance, { redis }: { redis: RedisGateway }) => {
  const perAddress = createAttemptLimit(redis, { name: 'long-requests', max: PER_ADDRESS, windowMs: HOUR_MS })
  const count = async ({ ip, headers }: FastifyRequest) => {
    // Without a length it may be anything.
    if (Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) <= CUSTOMER_BODY_BYTES) return
    if (!(await perAddress.allows(addressBucket(ip)))) throw new DomainError('request.too_many')
  }
  app.addHook('onRoute', (route) => {
    if (route.config?.api?.bodyBytes !== undefined) {
      route.onRequest = [...[route.onRequest ?? []].flat(), count]
    }
  })
}
