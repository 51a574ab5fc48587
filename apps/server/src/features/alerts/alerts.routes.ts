import type { FastifyInstance } from 'fastify'
import { alertsApi } from '@slipstream/contract/alerts'
import { type Db, inTransaction } from '@slipstream/db/client'
import { readSettings } from '#features/settings/settings.service.ts'
import type { AlertChannels } from '#gateways/alert-channels.ts'
import type { AlertCheck } from '#lib/alerts.ts'
import { done } from '#lib/http/done.ts'
import { mount } from '#lib/http/mount.ts'
import { listErrors } from './errors.service.ts'
import { listIncidents, readAlerts } from './overview.service.ts'
import { queueTestAlert } from './tell.service.ts'

interface Parts {
  db: Db
  checks: readonly AlertCheck[]
  channels: AlertChannels
  publicUrl: string
}

export const alertsRoutes = (app: FastifyInstance, parts: Parts) => {
  const { db, channels, publicUrl } = parts
  mount(app, alertsApi.overview, () => readAlerts(parts))
  mount(app, alertsApi.incidents, ({ query }) => listIncidents(parts, query))
  mount(app, alertsApi.errors, ({ query }) => listErrors(db, query))
  mount(app, alertsApi.test, async ({ user }) => {
    await inTransaction(db, async (tx) => {
      const sender = { ...(await readSettings(tx)), publicUrl }
      await queueTestAlert(tx, user.id, { sender, channels })
    })
    return done('A test alert is on its way.')
  })
}
