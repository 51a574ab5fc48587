import type { FastifyInstance } from 'fastify'
import { auditApi } from '@slipstream/contract/audit'
import type { Db } from '@slipstream/db/client'
import { mount, mountCsv } from '#lib/http/mount.ts'
import { exportAudit, listAudit } from './list-audit.service.ts'

export const auditRoutes = (app: FastifyInstance, { db }: { db: Db }) => {
  mount(app, auditApi.list, ({ query }) => listAudit(db, query))
  mountCsv(app, auditApi.export, ({ query }) => exportAudit(db, query))
}
