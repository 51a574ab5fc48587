import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const ONE_YEAR_SECONDS = 31_536_000

/** What every answer carries. Pages bring a policy of their own (html-page.ts); everything else may load nothing. */
export const registerSecurityHeaders = async (app: FastifyInstance) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: { maxAge: ONE_YEAR_SECONDS, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  })
}
