import type { FastifyInstance } from 'fastify'
import { categoriesApi } from '@slipstream/contract/categories'
import { type Db, inTransaction } from '@slipstream/db/client'
import { mount } from '#lib/http/mount.ts'
import { createCategory, editCategory, listCategories, orderCategories, removeCategory } from './categories.service.ts'

export const categoriesRoutes = (app: FastifyInstance, { db }: { db: Db }) => {
  mount(app, categoriesApi.list, () => listCategories(db))
  mount(app, categoriesApi.create, ({ user, body }) => inTransaction(db, (tx) => createCategory(tx, user.id, body)))
  mount(app, categoriesApi.edit, ({ user, params, body }) =>
    inTransaction(db, (tx) => editCategory(tx, user.id, params.id, body)),
  )
  mount(app, categoriesApi.order, ({ user, body }) => inTransaction(db, (tx) => orderCategories(tx, user.id, body.ids)))
  mount(app, categoriesApi.remove, async ({ user, params }) => {
    await inTransaction(db, (tx) => removeCategory(tx, user.id, params.id))
    return null
  })
}
