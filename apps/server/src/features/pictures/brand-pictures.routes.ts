import type { FastifyInstance } from 'fastify'
import { settingsAdminApi } from '@slipstream/contract/settings-admin'
import type { Storage } from '#gateways/storage.ts'
import { mount } from '#lib/http/mount.ts'
import { BRAND_INCOMING, storeBrandPicture } from './store-brand-picture.ts'
import { offerIncoming } from './incoming-picture.ts'

/** Uploads for the settings page. They live here because the settings feature does not depend on the picture code. */
export const brandPicturesRoutes = (app: FastifyInstance, { storage }: { storage: Storage }) => {
  mount(app, settingsAdminApi.offerPicture, ({ body }) => offerIncoming(storage, BRAND_INCOMING, body.contentType))
  mount(app, settingsAdminApi.storePicture, ({ user, body }) => storeBrandPicture(storage, user.id, body))
}
