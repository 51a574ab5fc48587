import type { FastifyInstance } from 'fastify'
import { settingsApi } from '@slipstream/contract/settings'
import { mountPrepared } from '#lib/http/mount.ts'
import type { LiveSettings } from './live-settings.service.ts'

export const settingsRoutes = (app: FastifyInstance, { settings }: { settings: LiveSettings }) => {
  mountPrepared(app, settingsApi.siteStatus, settings.status)
  mountPrepared(app, settingsApi.store, settings.store)
  mountPrepared(app, settingsApi.adminSettings, settings.adminStatus)
}
