import type { FastifyInstance, FastifyRequest } from 'fastify'
import { DAY_MS } from '@slipstream/contract/durations'
import type { RedisGateway } from '#gateways/redis.ts'
import { createAttemptLimit } from '#lib/attempt-limit.ts'
import { DomainError } from '#lib/domain-error.ts'

/** Files of an account in 24 hours: more than tickets and reviews keep in a day, and no more than 1 GB. */
const PER_CUSTOMER = 100
const PER_ADMINISTRATOR = 2_000

/** Counts every offer of an upload, whatever it is for: the storage keeps what is sent there until the sweep. */
export const registerUploadOffers = (app: FastifyInstance, { redis }: { redis: RedisGateway }) => {
  const limit = (name: string, max: number) => createAttemptLimit(redis, { name, max, windowMs: DAY_MS })
  const customers = limit('upload-offers', PER_CUSTOMER)
  const administrators = limit('upload-offers-admin', PER_ADMINISTRATOR)
  const count = async ({ user }: FastifyRequest) => {
    if (user && (await (user.isAdmin ? administrators : customers).allows(String(user.id)))) return
    throw new DomainError('request.too_many', { message: 'You have sent many files today. Try again tomorrow.' })
  }
  app.addHook('onRoute', (route) => {
    if (route.config?.api?.offersUpload) route.preHandler = [count, ...[route.preHandler ?? []].flat()]
  })
}
