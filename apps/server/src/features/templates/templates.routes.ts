import type { FastifyInstance } from 'fastify'
import { templatesApi } from '@slipstream/contract/templates'
import { type Db, inTransaction } from '@slipstream/db/client'
import { sendTest } from '#features/newsletter/send-test.service.ts'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { mount } from '#lib/http/mount.ts'
import { composeMail } from '#lib/mail/send-letter.ts'
import { listTemplates, resetTemplate, saveTemplate, writeExample } from './templates.service.ts'

interface TemplateParts {
  db: Db
  storage: Storage
  publicUrl: string
}

export const templatesRoutes = (app: FastifyInstance, parts: TemplateParts) => {
  const { db } = parts
  mount(app, templatesApi.list, async () => listTemplates(await readSender(parts)))
  mount(app, templatesApi.save, async ({ user, params: { name }, body }) => {
    const sender = await readSender(parts)
    return inTransaction(db, (tx) => saveTemplate(tx, { actorId: user.id, name, sender }, body))
  })
  mount(app, templatesApi.reset, async ({ user, params: { name } }) => {
    const sender = await readSender(parts)
    return inTransaction(db, (tx) => resetTemplate(tx, { actorId: user.id, name, sender }))
  })
  mount(app, templatesApi.preview, async ({ params: { name }, body }) => {
    const sender = await readSender(parts)
    const { subject, html, text } = composeMail(writeExample(name, body, sender), sender)
    return { subject, html, text }
  })
  mount(app, templatesApi.test, async ({ user, params: { name }, body }) => {
    const letter = writeExample(name, body, await readSender(parts))
    return inTransaction(db, (tx) => sendTest(tx, user.id, letter))
  })
}
