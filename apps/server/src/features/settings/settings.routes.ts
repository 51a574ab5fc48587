import type { FastifyInstance } from 'fastify'
import { settingsApi } from '@slipstream/contract/settings'
import { type EditableKey, settingsAdminApi } from '@slipstream/contract/settings-admin'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import { mount, mountPrepared } from '#lib/http/mount.ts'
import { editSettings, readAdminSettings } from './edit-settings.service.ts'
import type { LiveSettings } from './live-settings.service.ts'
import { assertPicturesStored } from './stored-pictures.ts'

interface Parts {
  db: Db
  settings: LiveSettings
  storage: Storage
}

export const settingsRoutes = (app: FastifyInstance, { db, settings, storage }: Parts) => {
  mountPrepared(app, settingsApi.siteStatus, settings.status)
  mountPrepared(app, settingsApi.store, settings.store)
  mountPrepared(app, settingsApi.adminSettings, settings.adminStatus)

  mount(app, settingsAdminApi.read, () => readAdminSettings(db, storage))
  mount(
    app,
    settingsAdminApi.change,
    async ({ user, body }) => {
      await assertPicturesStored(storage, body)
      return inTransaction(db, async (tx) => {
        await editSettings(tx, user.id, body)
        return readAdminSettings(tx, storage)
      })
    },
    ({ body }) => PAYMENTS_AND_MAIL.some((key) => body[key] !== undefined),
  )
}

/** Whom customers pay according to their invoices, and where they and the store's notices write to. */
const PAYMENTS_AND_MAIL = [
  'sellerName',
  'sellerAddress',
  'sellerTaxId',
  'taxNote',
  'contactEmail',
  'staffEmail',
] as const satisfies readonly EditableKey[]
