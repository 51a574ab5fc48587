import type { FastifyInstance } from 'fastify'
import { backupsApi } from '@slipstream/contract/backups'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import { mount } from '#lib/http/mount.ts'
import { readArchive } from './archive.service.ts'
import { listBackups, signDownload, startBackup } from './backups.service.ts'

interface BackupRouteParts {
  db: Db
  storage: Storage
  backupKey: string | null
}

export const backupsRoutes = (app: FastifyInstance, parts: BackupRouteParts) => {
  const { db, backupKey } = parts
  mount(app, backupsApi.list, () => listBackups(parts))
  mount(app, backupsApi.archive, () => readArchive(db))
  mount(app, backupsApi.start, ({ user }) => inTransaction(db, (tx) => startBackup(tx, backupKey, user.id)))
  mount(app, backupsApi.download, ({ user, params }) => signDownload(parts, user.id, params.id))
}
