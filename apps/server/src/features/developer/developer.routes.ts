import type { FastifyInstance } from 'fastify'
import { developerApi } from '@slipstream/contract/developer'
import { type Db, inTransaction } from '@slipstream/db/client'
import { mount } from '#lib/http/mount.ts'
import { switchMaintenance } from './maintenance.service.ts'

export const developerRoutes = (app: FastifyInstance, { db }: { db: Db }) => {
  mount(app, developerApi.maintenance, ({ user, body }) =>
    inTransaction(db, (tx) => switchMaintenance(tx, user.id, body.enabled)),
  )
}
