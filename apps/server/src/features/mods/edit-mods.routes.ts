import type { FastifyInstance } from 'fastify'
import { modsAdminApi } from '@slipstream/contract/mods-admin'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import { readStoryPictures } from '#features/catalogue/mod-details.service.ts'
import { readStory } from '#features/catalogue/story.ts'
import { mount } from '#lib/http/mount.ts'
import { createMod, duplicateMod } from './create-mod.service.ts'
import { fillMod } from './fill-mod.service.ts'
import { discardDraft, saveDraft } from './mod-draft.service.ts'
import { archiveMod, publishMod, unscheduleMod } from './publish-mod.service.ts'
import { readAdminMod, requireMod } from './read-admin-mod.service.ts'
import { saveMod } from './save-mod.service.ts'

export const editModsRoutes = (app: FastifyInstance, { db, storage }: { db: Db; storage: Storage }) => {
  /** Creates a mod and answers with all of it. */
  const make = (work: (tx: Tx) => Promise<number>) =>
    inTransaction(db, async (tx) => readAdminMod(tx, storage, await work(tx)))
  /** Changes a mod and answers with its new state. */
  const change = (modId: number, work: (tx: Tx) => Promise<void>) =>
    make(async (tx) => {
      await work(tx)
      return modId
    })

  mount(app, modsAdminApi.create, ({ body, user }) => make((tx) => createMod(tx, { actorId: user.id, ...body })))
  mount(app, modsAdminApi.duplicate, ({ params, user }) =>
    make((tx) => duplicateMod(tx, { actorId: user.id, modId: params.id })),
  )
  mount(app, modsAdminApi.read, ({ params }) => readAdminMod(db, storage, params.id))
  mount(app, modsAdminApi.saveDraft, ({ params, body: { typed, revision, basedOn } }) =>
    inTransaction(db, (tx) => saveDraft(tx, { modId: params.id, typed, revision, basedOn })),
  )
  mount(app, modsAdminApi.discardDraft, async ({ params }) => {
    await inTransaction(db, (tx) => discardDraft(tx, params.id))
    return null
  })
  mount(app, modsAdminApi.save, ({ params: { id }, query: { basedOn }, body, user }) =>
    change(id, (tx) => saveMod(tx, { actorId: user.id, modId: id, form: body, basedOn })),
  )
  mount(app, modsAdminApi.previewStory, async ({ params: { id }, body: { about } }) => {
    await requireMod(db, id)
    return { story: readStory(about, await readStoryPictures(db, storage, id)) }
  })
  mount(app, modsAdminApi.fill, ({ params: { id: modId }, body: { uploadId }, user }) =>
    inTransaction(db, async (tx) => ({ isFirst: await fillMod(tx, { actorId: user.id, modId, uploadId }) })),
  )
  mount(app, modsAdminApi.publish, ({ params: { id }, body: { at }, user }) =>
    change(id, (tx) => publishMod(tx, { actorId: user.id, modId: id, at: at === null ? null : new Date(at) })),
  )
  mount(app, modsAdminApi.unschedule, ({ params: { id }, user }) =>
    change(id, (tx) => unscheduleMod(tx, { actorId: user.id, modId: id })),
  )
  mount(app, modsAdminApi.archive, ({ params: { id }, user }) =>
    change(id, (tx) => archiveMod(tx, { actorId: user.id, modId: id })),
  )
}
