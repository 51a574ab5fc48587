import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import * as z from 'zod'
import { POLICY_REPORTS_PATH } from '#lib/page-policy.ts'

const MAX_BYTES = 8_192
const PER_MINUTE = 30
/** One line of the log in this time; the rest is counted. */
const LOG_EVERY_MS = 10_000

/** Directives that the store's policies have: another word, or none, is counted under `other`. */
const DIRECTIVES = new Set([
  'script-src',
  'style-src',
  'img-src',
  'font-src',
  'connect-src',
  'frame-src',
  'manifest-src',
  'form-action',
  'base-uri',
  'object-src',
  'frame-ancestors',
  'default-src',
])

const Report = z.object({
  'csp-report': z.object({
    'document-uri': z.string().catch(''),
    'blocked-uri': z.string().catch(''),
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
  }),
})

/** Anybody can send a report, so it costs a counter and at most a line every ten seconds, and nothing is stored. */
export const registerPolicyReports = (app: FastifyInstance, registry: Registry) => {
  const reports = new Counter({
    name: 'slipstream_csp_reports_total',
    help: 'What browsers were kept from by the Content-Security-Policy, as they tell it',
    labelNames: ['directive'],
    registers: [registry],
  })
  let loggedAt = Number.NEGATIVE_INFINITY
  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser(
      ['application/csp-report', 'application/json'],
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      app.getDefaultJsonParser('error', 'error'),
    )
    const config = { rateLimit: { max: PER_MINUTE, timeWindow: '1 minute' } }
    routes.post(POLICY_REPORTS_PATH, { schema: { hide: true }, config }, async (request, reply) => {
      const { success, data } = Report.safeParse(request.body)
      if (!success) return reply.code(204).send()
      const report = data['csp-report']
      const [named = ''] = (report['effective-directive'] ?? report['violated-directive'] ?? '').split(' ')
      const directive = DIRECTIVES.has(named) ? named : 'other'
      reports.inc({ directive })
      if (performance.now() - loggedAt >= LOG_EVERY_MS) {
        loggedAt = performance.now()
        const [page, blocked] = [report['document-uri'], report['blocked-uri']].map(withoutSecrets)
        request.log.warn({ directive, page, blocked }, 'a browser was kept from something by the policy')
      }
      return reply.code(204).send()
    })
  })
}

/** Origin and path: a query or fragment may hold a ticket. Words such as `inline` stay as they are. */
const withoutSecrets = (address: string) => {
  const url = URL.parse(address)
  return url && url.origin !== 'null'
    ? (url.origin + url.pathname).slice(0, 200)
    : address.replace(/[^\w-]/g, '').slice(0, 40)
}
