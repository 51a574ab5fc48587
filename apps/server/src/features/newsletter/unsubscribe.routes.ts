import type { FastifyInstance, FastifyReply } from 'fastify'
import { PROMOTIONS } from '@slipstream/contract/mail-consents'
import { type Db, inTransaction } from '@slipstream/db/client'
import { withdrawConsent } from '#features/account/consents.service.ts'
import type { Encryption } from '#features/auth/encryption.ts'
import { unsubscribePage } from './unsubscribe-page.ts'
import { readUnsubscribeToken, UNSUBSCRIBE_PATH } from './unsubscribe-token.ts'

interface UnsubscribeParts {
  db: Db
  auth: { encryption: Encryption }
  settings: { current: () => { storeName: string } }
}

/** The body is `List-Unsubscribe=One-Click`, from a mail program or the button. */
const MAX_BODY_BYTES = 4_096
const MAX_TOKEN = 400
const PER_MINUTE = 600

/**
 * RFC 8058: mail programs send a form to the address in the header, without cookies. Opening the address only shows a
 * page with a button, because mail scanners open every link. Both work in maintenance.
 */
export const unsubscribeRoutes = (app: FastifyInstance, { db, auth, settings }: UnsubscribeParts) => {
  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    // The token says everything, so the body is read and dropped, whatever its type.
    routes.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, ready) => ready(null, null))
    const options = {
      schema: { hide: true },
      bodyLimit: MAX_BODY_BYTES,
      config: { rateLimit: { max: PER_MINUTE, timeWindow: '1 minute' } },
    }
    const read = (params: unknown) => {
      const { token } = params as { token: string }
      return token.length > MAX_TOKEN ? null : readUnsubscribeToken(auth.encryption, token)
    }
    const show = (reply: FastifyReply, page: Omit<Parameters<typeof unsubscribePage>[0], 'storeName'>) =>
      reply
        .code(page.state === 'invalid' ? 404 : 200)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex')
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        )
        .send(unsubscribePage({ storeName: settings.current().storeName, ...page }))

    routes.get(`${UNSUBSCRIBE_PATH}/:token`, options, async ({ params }, reply) => {
      const known = read(params)
      return known
        ? show(reply, { state: 'ask', what: PROMOTIONS[known.promotion].label })
        : show(reply, { state: 'invalid' })
    })
    routes.post(`${UNSUBSCRIBE_PATH}/:token`, options, async ({ params }, reply) => {
      const known = read(params)
      if (!known) return show(reply, { state: 'invalid' })
      await inTransaction(db, (tx) => withdrawConsent(tx, known.userId, known.promotion))
      app.gate.forget(known.userId)
      return show(reply, { state: 'done', what: PROMOTIONS[known.promotion].label })
    })
  })
}
