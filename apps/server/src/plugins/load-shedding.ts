import type { FastifyInstance } from 'fastify'
import { isInjection } from 'light-my-request'
import { Counter, type Registry } from 'prom-client'
import { addressBucket } from '#lib/address-bucket.ts'
import { DomainError } from '#lib/domain-error.ts'
import { createAddressShares } from '#lib/http/address-shares.ts'
import { sendBusyPage } from '#lib/http/busy-page.ts'
import type { Lateness } from '#lib/http/lateness.ts'
import { sendRefusal } from './errors.ts'

/** The part of an address's requests per minute that it keeps under overload. */
const SHARE_WHILE_LATE = 1 / 5
/**
 * Enough for two page loads with their calls; files are not counted. A larger burst would add up, because twenty
 * addresses bring twenty bursts.
 */
const SMALLEST_BURST = 12
const BURST_SECONDS = 2

const BUILT_FILE = /^\/assets\//
/** Created once, because capturing its stack trace costs more than the response. */
const BUSY = new DomainError('server.busy')

interface SheddingParts {
  requestsPerMinute: number
  lateness: Pick<Lateness, 'isLate'>
  metrics: { registry: Registry }
}

/**
 * When the event loop lags, addresses over their share are refused at once so that everyone else is answered in time.
 * Twenty addresses within the rate limit can overload one process, so that limit alone would make every visitor wait.
 */
export const registerLoadShedding = (app: FastifyInstance, { requestsPerMinute, lateness, metrics }: SheddingParts) => {
  const perSecond = (requestsPerMinute / 60) * SHARE_WHILE_LATE
  const burst = Math.max(SMALLEST_BURST, perSecond * BURST_SECONDS)
  const takeShare = createAddressShares({ perSecond, burst })
  const refused = new Counter({
    name: 'slipstream_shed_total',
    help: 'Requests refused because the process was overloaded and their address was over its share',
    registers: [metrics.registry],
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (isInjection(request.raw) || BUILT_FILE.test(request.url)) return done()
    // Counted without overload as well, so that the busiest address is the first to be refused.
    if (takeShare(addressBucket(request.ip)) || !lateness.isLate()) return done()
    refused.inc()
    void (request.url.startsWith('/api') ? sendRefusal(request, reply, BUSY) : sendBusyPage(reply))
  })
}
