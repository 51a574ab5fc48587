import type { FastifyInstance } from 'fastify'
import { outboxApi } from '@slipstream/contract/outbox'
import { type Db, inTransaction } from '@slipstream/db/client'
import { mount } from '#lib/http/mount.ts'
import { discardHeld, listHeld, releaseKind } from './held-messages.service.ts'

export const outboxRoutes = (app: FastifyInstance, { db }: { db: Db }) => {
  mount(app, outboxApi.held, () => listHeld(db))
  mount(app, outboxApi.release, ({ user, params }) =>
    inTransaction(db, async (tx) => {
      await releaseKind(tx, user.id, params.kind)
      return listHeld(tx)
    }),
  )
  mount(app, outboxApi.discard, ({ user, params }) =>
    inTransaction(db, async (tx) => {
      await discardHeld(tx, user.id, params.kind)
      return listHeld(tx)
    }),
  )
}
