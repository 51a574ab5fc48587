import type { FastifyInstance } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import * as z from 'zod'
import { POLICY_REPORTS_PATH } from '#lib/http/page-policy.ts'

const BODY_LIMITS = [
  [['application/csp-report', 'application/json'], 8_192],
  [['application/reports+json'], 32_768],
] as const
/** Per request. */
const MOST_REPORTS = 20
const PER_MINUTE = 30
/** At most one log line in this time; the rest is only counted. */
const LOG_EVERY_MS = 10_000

/** Directives in our policies; anything else is counted as `other`. */
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

/** The fields both formats share. */
interface Violation {
  page: string
  blocked: string
  directive: string
}

/** The `report-uri` format: one report. */
const Report = z
  .object({
    'csp-report': z.object({
      'document-uri': z.string().catch(''),
      'blocked-uri': z.string().catch(''),
      'effective-directive': z.string().optional(),
      'violated-directive': z.string().optional(),
    }),
  })
  .transform(
    ({ 'csp-report': report }): Violation => ({
      page: report['document-uri'],
      blocked: report['blocked-uri'],
      directive: report['effective-directive'] ?? report['violated-directive'] ?? '',
    }),
  )

/** The `report-to` format: a batch, possibly with reports about other things. */
const Told = z.object({
  documentURL: z.string().catch(''),
  blockedURL: z.string().catch(''),
  effectiveDirective: z.string().catch(''),
})
const BatchedReport = z.object({ type: z.literal('csp-violation'), body: Told }).transform(
  ({ body: { documentURL, blockedURL, effectiveDirective } }): Violation => ({
    page: documentURL,
    blocked: blockedURL,
    directive: effectiveDirective,
  }),
)

const violationsIn = (sent: unknown): Violation[] =>
  (Array.isArray(sent) ? sent.slice(0, MOST_REPORTS) : [sent]).flatMap((report: unknown) => {
    const { data } = Array.isArray(sent) ? BatchedReport.safeParse(report) : Report.safeParse(report)
    return data ?? []
  })

/** Browsers distinguish elements and attributes; our policies do not. */
const directiveOf = (said: string) => {
  const [named = ''] = said.split(' ')
  const directive = named.replace(/-(elem|attr)$/, '')
  return DIRECTIVES.has(directive) ? directive : 'other'
}

/**
 * Anyone can send a report, so it costs a counter and at most one log line every ten seconds, and nothing is stored.
 */
export const registerPolicyReports = (app: FastifyInstance, registry: Registry) => {
  const reports = new Counter({
    name: 'slipstream_csp_reports_total',
    help: 'Content-Security-Policy violations reported by browsers',
    labelNames: ['directive'],
    registers: [registry],
  })
  let loggedAt = Number.NEGATIVE_INFINITY
  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    const parse = app.getDefaultJsonParser('error', 'error')
    for (const [types, bodyLimit] of BODY_LIMITS)
      routes.addContentTypeParser([...types], { parseAs: 'string', bodyLimit }, parse)
    const config = { rateLimit: { max: PER_MINUTE, timeWindow: '1 minute' } }
    routes.post(POLICY_REPORTS_PATH, { schema: { hide: true }, config }, async (request, reply) => {
      const found = violationsIn(request.body)
      for (const { directive } of found) reports.inc({ directive: directiveOf(directive) })
      const [first] = found
      if (first && performance.now() - loggedAt >= LOG_EVERY_MS) {
        loggedAt = performance.now()
        const [page, blocked] = [first.page, first.blocked].map(withoutSecrets)
        const directive = directiveOf(first.directive)
        request.log.warn({ directive, page, blocked }, 'a browser reported a policy violation')
      }
      return reply.code(204).send()
    })
  })
}

/** Origin and path only: a query or fragment may hold a ticket. Keywords such as `inline` stay. */
const withoutSecrets = (address: string) => {
  const url = URL.parse(address)
  return url && url.origin !== 'null'
    ? (url.origin + url.pathname).slice(0, 200)
    : address.replace(/[^\w-]/g, '').slice(0, 40)
}
