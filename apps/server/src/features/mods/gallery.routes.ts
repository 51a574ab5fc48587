import type { FastifyInstance } from 'fastify'
import { modsAdminApi } from '@slipstream/contract/mods-admin'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import { mount } from '#lib/http/mount.ts'
import {
  addToGallery,
  cutFromGallery,
  editPicture,
  orderPictures,
  readPictureOf,
  removePicture,
  replacePicture,
} from './gallery.service.ts'
import { removeIncomingPicture, offerPicture, storeIncomingPicture } from './incoming-picture.service.ts'
import { readGallery } from './read-admin-mod.service.ts'

export const galleryRoutes = (app: FastifyInstance, { db, storage }: { db: Db; storage: Storage }) => {
  /** Changes a picture and answers with its new state. */
  const change = (modId: number, work: (tx: Tx) => Promise<number>) =>
    inTransaction(db, async (tx) => readPictureOf(tx, storage, { modId, pictureId: await work(tx) }))

  mount(app, modsAdminApi.offerPicture, ({ params, body }) => offerPicture(db, storage, params.id, body.contentType))
  mount(app, modsAdminApi.addPicture, async ({ params: { id: modId }, body: { key, ...words }, user }) => {
    const picture = { ...(await storeIncomingPicture(db, storage, { actorId: user.id, modId, key })), ...words }
    const added = await change(modId, (tx) => addToGallery(tx, { actorId: user.id, modId, picture }))
    await removeIncomingPicture(storage, modId, key)
    return added
  })
  mount(app, modsAdminApi.editPicture, ({ params: { id: modId, pictureId }, body: words, user }) =>
    change(modId, (tx) => editPicture(tx, { actorId: user.id, modId, pictureId, words })),
  )
  mount(app, modsAdminApi.cropPicture, async ({ params: { id: modId, pictureId }, body: area, user }) => {
    const cut = await cutFromGallery(db, storage, { actorId: user.id, modId, pictureId, area })
    return change(modId, (tx) => replacePicture(tx, { actorId: user.id, modId, pictureId, ...cut }))
  })
  mount(app, modsAdminApi.removePicture, async ({ params: { id: modId, pictureId }, user }) => {
    await inTransaction(db, (tx) => removePicture(tx, { actorId: user.id, modId, pictureId }))
    return null
  })
  mount(app, modsAdminApi.orderPictures, ({ params: { id: modId }, body: { ids }, user }) =>
    inTransaction(db, async (tx) => {
      await orderPictures(tx, { actorId: user.id, modId, ids })
      return readGallery(tx, storage, modId)
    }),
  )
}
