import type { FastifyInstance } from 'fastify'
import { newsletterApi, type NewsletterForm } from '@slipstream/contract/newsletter'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { Encryption } from '#features/auth/encryption.ts'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { DnsRecords } from '#gateways/dns-records.ts'
import type { Storage } from '#gateways/storage.ts'
import { mount } from '#lib/http/mount.ts'
import { composeMail } from '#lib/mail/send-letter.ts'
import { countAudience } from './audience.service.ts'
import { mailEventsRoutes } from './mail-events.routes.ts'
import { newsletterLetter } from './newsletter-letter.ts'
import {
  cancelNewsletter,
  createNewsletter,
  editNewsletter,
  listNewsletters,
  listUnknown,
  pauseNewsletter,
  readNewsletter,
  removeNewsletter,
  resendUnknown,
  resumeNewsletter,
  sendNewsletter,
} from './newsletters.service.ts'
import { checkSenderDomain, type MailSource } from './sender-domain.ts'
import { sendTest } from './send-test.service.ts'
import { letBackIn, listSuppressions } from './suppressions.service.ts'
import { unsubscribeRoutes } from './unsubscribe.routes.ts'
import { unsubscribeUrl } from './unsubscribe-token.ts'

interface NewsletterParts {
  db: Db
  storage: Storage
  publicUrl: string
  auth: { encryption: Encryption }
  settings: { current: () => { storeName: string } }
  mailWebhookSecret: string | null
  dns: DnsRecords
  mailSource: MailSource
}

export const newsletterRoutes = (app: FastifyInstance, parts: NewsletterParts) => {
  const { db, publicUrl, auth } = parts
  const letterFor = async (userId: number, form: NewsletterForm) => {
    const sender = await readSender(parts)
    const url = unsubscribeUrl(auth.encryption, publicUrl, userId, 'newsletter')
    return { sender, letter: newsletterLetter(form, sender, url) }
  }
  mount(app, newsletterApi.list, ({ query }) => listNewsletters(db, query.after))
  mount(app, newsletterApi.read, ({ params }) => readNewsletter(db, params.id))
  mount(app, newsletterApi.create, ({ user, body }) => inTransaction(db, (tx) => createNewsletter(tx, user.id, body)))
  mount(app, newsletterApi.edit, ({ user, params, body }) =>
    inTransaction(db, (tx) => editNewsletter(tx, user.id, params.id, body)),
  )
  mount(app, newsletterApi.remove, async ({ user, params }) => {
    await inTransaction(db, (tx) => removeNewsletter(tx, user.id, params.id))
    return null
  })
  mount(app, newsletterApi.audience, ({ body }) => countAudience(db, body.audience))
  mount(app, newsletterApi.preview, async ({ user, body }) => {
    const { sender, letter } = await letterFor(user.id, body)
    const { subject, html, text } = composeMail(letter, sender)
    return { subject, html, text }
  })
  mount(app, newsletterApi.test, async ({ user, body }) => {
    const { letter } = await letterFor(user.id, body)
    return inTransaction(db, (tx) => sendTest(tx, user.id, letter))
  })
  moveRoutes(app, db)
  mount(app, newsletterApi.unknown, ({ params, query }) => listUnknown(db, params.id, query.after))
  mount(app, newsletterApi.domain, async () => {
    const { contactEmail } = await readSender(parts)
    return checkSenderDomain(parts.dns, parts.mailSource, contactEmail)
  })
  mount(app, newsletterApi.suppressions, ({ query }) => listSuppressions(db, query.after))
  mount(app, newsletterApi.letBackIn, async ({ user, params }) => {
    await inTransaction(db, (tx) => letBackIn(tx, user.id, params.id))
    return null
  })
  unsubscribeRoutes(app, parts)
  mailEventsRoutes(app, parts)
}

const moveRoutes = (app: FastifyInstance, db: Db) => {
  mount(app, newsletterApi.send, ({ user, params, body }) =>
    inTransaction(db, (tx) => sendNewsletter(tx, user.id, params.id, body.at)),
  )
  const moves = [
    [newsletterApi.pause, pauseNewsletter],
    [newsletterApi.resume, resumeNewsletter],
    [newsletterApi.cancel, cancelNewsletter],
    [newsletterApi.resendUnknown, resendUnknown],
  ] as const
  for (const [api, act] of moves) {
    mount(app, api, ({ user, params }) => inTransaction(db, (tx) => act(tx, user.id, params.id)))
  }
}
