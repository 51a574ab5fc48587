import type { FastifyInstance } from 'fastify'
import { operationsApi } from '@slipstream/contract/operations'
import { type Db, inTransaction } from '@slipstream/db/client'
import { mount } from '#lib/http/mount.ts'
import { cancelOperation, listOperations } from './operations.service.ts'

export const operationsRoutes = (app: FastifyInstance, { db }: { db: Db }) => {
  mount(app, operationsApi.list, () => listOperations(db))
  mount(app, operationsApi.cancel, ({ user, params }) =>
    inTransaction(db, (tx) => cancelOperation(tx, user.id, params.id)),
  )
}
