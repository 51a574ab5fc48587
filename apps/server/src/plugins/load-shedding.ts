import type { FastifyInstance } from 'fastify'
import { isInjection } from 'light-my-request'
import { Counter, type Registry } from 'prom-client'
import { addressBucket } from '#lib/address-bucket.ts'
import { DomainError } from '#lib/domain-error.ts'
import { createAddressShares } from '#lib/http/address-shares.ts'
import { sendBusyPage } from '#lib/http/busy-page.ts'
import type { Lateness } from '#lib/http/lateness.ts'
import { sendRefusal } from './errors.ts'

/** Of what an address may ask for in a minute: what it gets while the store is late. */
const SHARE_WHILE_LATE = 1 / 5
/** A page and the calls it makes, twice; its files are not counted. More would add up: twenty addresses bring twenty bursts. */
const SMALLEST_BURST = 12
const BURST_SECONDS = 2

const BUILT_FILE = /^\/assets\//
/** Made once: its stack would cost more than the answer. */
const BUSY = new DomainError('server.busy')

interface SheddingParts {
  requestsPerMinute: number
  lateness: Pick<Lateness, 'isLate'>
  metrics: { registry: Registry }
}

/**
 * While the process is late, addresses that ask for more than their share are refused at once, so that everybody else is
 * answered in time. Twenty addresses within the limit per minute can ask for more than one process can do; the limit
 * alone would make all visitors wait for them.
 */
export const registerLoadShedding = (app: FastifyInstance, { requestsPerMinute, lateness, metrics }: SheddingParts) => {
  const perSecond = (requestsPerMinute / 60) * SHARE_WHILE_LATE
  const burst = Math.max(SMALLEST_BURST, perSecond * BURST_SECONDS)
  const takeShare = createAddressShares({ perSecond, burst })
  const refused = new Counter({
    name: 'slipstream_shed_total',
    help: 'Requests refused because the process was late and their address had used up its share',
    registers: [metrics.registry],
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (isInjection(request.raw) || BUILT_FILE.test(request.url)) return done()
    // Counted while there is time as well, so that an address which has been asking for much is the first to be refused.
    if (takeShare(addressBucket(request.ip)) || !lateness.isLate()) return done()
    refused.inc()
    void (request.url.startsWith('/api') ? sendRefusal(request, reply, BUSY) : sendBusyPage(reply))
  })
}
