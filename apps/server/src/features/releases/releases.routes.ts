import type { FastifyInstance } from 'fastify'
import { releasesApi } from '@slipstream/contract/releases'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { mount } from '#lib/http/mount.ts'
import { publishRelease, unscheduleRelease, withdrawRelease } from './publish-release.service.ts'
import { listReleases, readRelease } from './read-releases.service.ts'
import { reviewRelease } from './review-release.service.ts'
import { createRelease, editRelease, removeRelease } from './write-release.service.ts'

export const releasesRoutes = (app: FastifyInstance, { db }: { db: Db }) => {
  /** Changes a release and answers with its new state. */
  const change = (releaseId: number, work: (tx: Tx) => Promise<void>) =>
    inTransaction(db, async (tx) => {
      await work(tx)
      return readRelease(tx, releaseId)
    })

  mount(app, releasesApi.list, ({ params }) => listReleases(db, params.id))
  mount(app, releasesApi.create, ({ params, body, user }) =>
    inTransaction(db, async (tx) =>
      readRelease(tx, await createRelease(tx, { actorId: user.id, modId: params.id, ...body })),
    ),
  )
  mount(app, releasesApi.edit, ({ params: { id }, body, user }) =>
    change(id, (tx) => editRelease(tx, { actorId: user.id, releaseId: id, words: body })),
  )
  mount(app, releasesApi.review, ({ params }) => reviewRelease(db, params.id))
  mount(app, releasesApi.publish, ({ params: { id }, body: { at, ...choices }, user }) =>
    change(id, (tx) =>
      publishRelease(tx, { actorId: user.id, releaseId: id, at: at === null ? null : new Date(at), ...choices }),
    ),
  )
  mount(app, releasesApi.unschedule, ({ params: { id }, user }) =>
    change(id, (tx) => unscheduleRelease(tx, { actorId: user.id, releaseId: id })),
  )
  mount(app, releasesApi.withdraw, ({ params: { id }, user }) =>
    change(id, (tx) => withdrawRelease(tx, { actorId: user.id, releaseId: id })),
  )
  mount(app, releasesApi.remove, async ({ params, user }) => {
    await inTransaction(db, (tx) => removeRelease(tx, { actorId: user.id, releaseId: params.id }))
    return null
  })
}
