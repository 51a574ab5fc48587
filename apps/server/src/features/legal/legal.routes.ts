import type { FastifyInstance } from 'fastify'
import { legalAdminApi } from '@slipstream/contract/legal-admin'
import { legalApi } from '@slipstream/contract/legal-documents'
import { type Db, inTransaction } from '@slipstream/db/client'
import { checkLegal } from '@slipstream/legal-text/check-legal'
import { encodeAnswer } from '#lib/cache/prepared-answer.ts'
import type { SharedCache } from '#lib/cache/shared-cache.ts'
import { mount, mountPrepared } from '#lib/http/mount.ts'
import { discardDraft, publishDraft, saveDraft, withdrawVersion } from './edit-legal.service.ts'
import { listVersions, readAgreed, readDesk, readOneVersion } from './legal-desk.service.ts'
import type { LiveLegal } from './live-legal.service.ts'

interface LegalParts {
  db: Db
  cache: SharedCache
  legal: LiveLegal
}

export const legalRoutes = (app: FastifyInstance, { db, cache, legal }: LegalParts) => {
  mountPrepared(app, legalApi.document, ({ params: { document }, query: { version } }) => {
    if (version === undefined) return legal.current(document)
    return cache.rememberPassing('legal', `${document} ${version}`, async () =>
      encodeAnswer(legalApi.document, await legal.version(document, version)),
    )
  })

  mount(app, legalAdminApi.read, ({ params }) => readDesk(db, params.document))
  mount(app, legalAdminApi.saveDraft, async ({ user, params: { document }, body }) => {
    const saved = await inTransaction(db, (tx) => saveDraft(tx, { actorId: user.id, document }, body))
    return { ...saved, checked: checkLegal(document, body.body) }
  })
  mount(app, legalAdminApi.discardDraft, async ({ params }) => {
    await inTransaction(db, (tx) => discardDraft(tx, params.document))
    return null
  })
  mount(app, legalAdminApi.publish, ({ user, params: { document }, body }) =>
    inTransaction(db, (tx) => publishDraft(tx, { actorId: user.id, document }, body)),
  )
  mount(app, legalAdminApi.versions, ({ params, query }) => listVersions(db, params.document, query.after))
  mount(app, legalAdminApi.version, ({ params }) => readOneVersion(db, params.document, params.number))
  mount(app, legalAdminApi.withdraw, async ({ user, params: { document, number } }) => {
    await inTransaction(db, (tx) => withdrawVersion(tx, { actorId: user.id, document }, number))
    return null
  })
  mount(app, legalAdminApi.agreed, ({ params }) => readAgreed(db, params.number))
}
