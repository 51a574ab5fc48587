import type { FastifyInstance } from 'fastify'
import { type Db, inTransaction } from '@slipstream/db/client'
import { DomainError } from '#lib/domain-error.ts'
import { parseMailEvents, readMailEvents, SIGNATURE } from './mail-event.ts'
import { suppress } from './suppressions.service.ts'

const MAIL_EVENTS_PATH = '/api/webhooks/mail'
const HEADER = 'x-slipstream-signature'
const MAX_BYTES = 262_144
const PER_MINUTE = 1_200

interface EventParts {
  db: Db
  /** Null for a store whose mail provider reports nothing. */
  mailWebhookSecret: string | null
}

/** Bounces and complaints, also during maintenance. A signature over the raw bytes authenticates them. */
export const mailEventsRoutes = (app: FastifyInstance, { db, mailWebhookSecret }: EventParts) => {
  void app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, ready) => ready(null, body))
    hooks.addHook('preParsing', async ({ headers }) => {
      const isSigned = SIGNATURE.test(String(headers[HEADER] ?? ''))
      if (mailWebhookSecret === null || !isSigned) throw new DomainError('mail.bad_signature')
    })
    const options = {
      schema: { hide: true },
      bodyLimit: MAX_BYTES,
      config: { rateLimit: { max: PER_MINUTE, timeWindow: '1 minute' } },
    }
    hooks.post(MAIL_EVENTS_PATH, options, async ({ body, headers }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const signed = readMailEvents(mailWebhookSecret ?? '', bytes, String(headers[HEADER] ?? ''))
      if (!signed) throw new DomainError('mail.bad_signature')
      const events = parseMailEvents(signed)
      if (!events) throw new DomainError('request.invalid')
      await inTransaction(db, (tx) => suppress(tx, events))
      return { received: events.length }
    })
  })
}
