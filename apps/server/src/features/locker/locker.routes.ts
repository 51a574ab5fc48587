import type { FastifyInstance } from 'fastify'
import { lockerApi } from '@slipstream/contract/locker'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { MarkKeys } from '#features/copies/mark-keys.ts'
import type { LiveSettings } from '#features/settings/live-settings.service.ts'
import type { Storage } from '#gateways/storage.ts'
import { mount } from '#lib/http/mount.ts'
import { listDownloads } from './download-notes.service.ts'
import { startDownload } from './download.service.ts'
import { countUpdates, readLocker, readLockerItem } from './read-locker.service.ts'
import { renewDownloads } from './renew.service.ts'
import { reportRelease } from './report-release.service.ts'

interface LockerParts {
  db: Db
  storage: Storage
  settings: LiveSettings
  markKeys: MarkKeys
}

export const lockerRoutes = (app: FastifyInstance, { db, storage, settings, markKeys }: LockerParts) => {
  const terms = settings.current

  mount(app, lockerApi.list, ({ user }) => readLocker(db, storage, terms(), user.id))
  mount(app, lockerApi.news, async ({ user }) => ({ updates: await countUpdates(db, user.id) }))
  mount(app, lockerApi.downloads, ({ user, query }) => listDownloads(db, user.id, query.after))

  mount(app, lockerApi.download, ({ user, params, body, request }) =>
    startDownload({ db, storage, markKeys }, terms(), { userId: user.id, ...params, ...body, ip: request.ip }),
  )
  mount(app, lockerApi.renew, async ({ user, params }) => {
    const owned = { userId: user.id, ...params }
    await inTransaction(db, (tx) => renewDownloads(tx, terms(), owned))
    return readLockerItem(db, storage, terms(), owned)
  })
  mount(app, lockerApi.report, async ({ user, params, body }) => {
    const owned = { userId: user.id, ...params }
    await inTransaction(db, (tx) => reportRelease(tx, { ...owned, report: body.report, note: body.note ?? '' }))
    return readLockerItem(db, storage, terms(), owned)
  })
}
