import type { FastifyInstance } from 'fastify'
import { modListApi } from '@slipstream/contract/mod-list-admin'
import { type Db, inTransaction } from '@slipstream/db/client'
import { mount, mountCsv } from '#lib/http/mount.ts'
import type { PublicObjects } from '#features/catalogue/mod-cards.service.ts'
import { changeMods } from './bulk-mods.service.ts'
import { setFeatured } from './featured-mods.service.ts'
import { exportMods, listAdminMods, listFeatured } from './list-admin-mods.service.ts'

export const modListRoutes = (app: FastifyInstance, { db, storage }: { db: Db; storage: PublicObjects }) => {
  mount(app, modListApi.list, ({ query }) => listAdminMods(db, storage, query))
  mountCsv(app, modListApi.export, ({ query }) => exportMods(db, storage, query))
  mount(app, modListApi.bulk, ({ user, body }) => inTransaction(db, (tx) => changeMods(tx, user.id, body)))
  mount(app, modListApi.featured, () => listFeatured(db, storage))
  mount(app, modListApi.setFeatured, ({ user, body }) =>
    inTransaction(db, async (tx) => {
      await setFeatured(tx, user.id, body.ids)
      return listFeatured(tx, storage)
    }),
  )
}
