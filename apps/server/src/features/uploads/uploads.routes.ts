import type { FastifyInstance } from 'fastify'
import { uploadsApi } from '@slipstream/contract/uploads'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import { mount } from '#lib/http/mount.ts'
import { cancelUpload } from './cancel-upload.service.ts'
import { completeUpload } from './complete-upload.service.ts'
import { listUploads, readUpload } from './read-uploads.service.ts'
import { signParts } from './sign-parts.service.ts'
import { startUpload } from './start-upload.service.ts'

export const uploadsRoutes = (app: FastifyInstance, { db, storage }: { db: Db; storage: Storage }) => {
  mount(app, uploadsApi.start, async ({ user, body }) =>
    readUpload(db, storage, await startUpload(db, storage, user.id, body)),
  )
  mount(app, uploadsApi.ofMod, ({ params }) => listUploads(db, storage, params.id))
  mount(app, uploadsApi.read, ({ params }) => readUpload(db, storage, params.id))
  mount(app, uploadsApi.signParts, ({ params, body }) => signParts(db, storage, params.id, body.parts))
  mount(app, uploadsApi.complete, async ({ user, params }) => {
    await completeUpload(db, storage, user.id, params.id)
    return readUpload(db, storage, params.id)
  })
  mount(app, uploadsApi.cancel, async ({ user, params }) => {
    await inTransaction(db, (tx) => cancelUpload(tx, user.id, params.id))
    return null
  })
}
