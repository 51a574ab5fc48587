import { isNull } from 'drizzle-orm'
import type pg from 'pg'
import { inTransaction, openDatabase, type Tx } from '@slipstream/db/client'
import { migrate } from '@slipstream/db/migrate'
import { outbox } from '@slipstream/db/tables/outbox'
import { holdNewsletters } from '#features/newsletter/hold-newsletters.service.ts'
import { endAfterRestore } from '#features/operations/operations.service.ts'
import { changeSettings } from '#features/settings/settings.service.ts'
import { restoreDatabase } from '#gateways/pg-tools.ts'
import type { Storage } from '#gateways/storage.ts'
import { recipientOf } from '#lib/age/age-keys.ts'
import { decryptStream } from '#lib/age/age-stream.ts'
import { installQueue } from '#lib/jobs/jobs.ts'
import { holdEverything } from '#lib/outbox/hold.ts'
import { listErasures, replayErasures } from './erasures.ts'
import { type Manifest, readDump, readManifest } from './manifests.ts'
import { markRestored } from './restored-copy.service.ts'
import { withName } from './scratch-database.ts'
import { connect, differingTables, hashTables } from './table-hashes.ts'

interface RestoreParts {
  /** The database to create. */
  databaseUrl: string
  storage: Storage
  erase: (tx: Tx, userId: number) => Promise<void>
  say: (line: string) => void
}

/**
 * Fills a new database from a backup, under another name until it is complete, compared and silent. A database that has
 * tables is never touched.
 */
export const restoreBackup = async (parts: RestoreParts, id: string, identity: Buffer) => {
  const { databaseUrl, storage, say } = parts
  const manifest = await readManifest(storage, id)
  if (!manifest) throw new Error(`There is no backup ${id}. "npm run restore -- list" shows them.`)
  const own = recipientOf(identity)
  if (manifest.recipient !== own) {
    throw new Error(`This backup is encrypted for ${manifest.recipient}. The key you gave is that of ${own}.`)
  }
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
  const filling = `${name}_restoring`
  const server = await connect(withName(databaseUrl, 'postgres'))
  try {
    await refuseUsed(server, databaseUrl, name)
    await replaceDatabase(server, filling)
    await fill(parts, withName(databaseUrl, filling), manifest, identity)
    await server.query(`drop database if exists ${server.escapeIdentifier(name)}`)
    await server.query(`alter database ${server.escapeIdentifier(filling)} rename to ${server.escapeIdentifier(name)}`)
    say(`${name} is restored from ${id}. It stays silent until you run "npm run restore -- release".`)
  } finally {
    await server.end()
  }
}

const replaceDatabase = async (server: pg.Client, name: string) => {
  await server.query(`drop database if exists ${server.escapeIdentifier(name)} with (force)`)
  await server.query(`create database ${server.escapeIdentifier(name)} template template0`)
}

const refuseUsed = async (server: pg.Client, url: string, name: string) => {
  const { rowCount } = await server.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) return
  const target = await connect(url)
  try {
    if (Object.keys(await hashTables(target)).length > 0) {
      throw new Error(`The database ${name} is not empty. Let DATABASE_URL name a new one; it will be created.`)
    }
  } finally {
    await target.end()
  }
}

const fill = async ({ storage, erase, say }: RestoreParts, url: string, manifest: Manifest, identity: Buffer) => {
  await restoreDatabase(url, decryptStream(readDump(storage, manifest), identity), new AbortController().signal)
  const client = await connect(url)
  try {
    const differing = differingTables(manifest.tables, await hashTables(client))
    if (differing.length > 0) throw new Error(`The restored tables differ from the backup: ${differing.join(', ')}`)
  } finally {
    await client.end()
  }
  say(`${Object.keys(manifest.tables).length} tables are restored and equal to the backup.`)
  await migrate(url, say)
  await installQueue(url)
  await silenceCopy(url, manifest.id, { erase, say, erasures: await listErasures(storage) })
}

interface Silencing extends Pick<RestoreParts, 'erase' | 'say'> {
  erasures: Awaited<ReturnType<typeof listErasures>>
}

/** Puts a restored store into maintenance, so that its queued work does not run twice, and repeats later erasures. */
export const silenceCopy = async (url: string, backupId: string, { erase, say, erasures }: Silencing) => {
  const { db, close } = openDatabase({
    url,
    applicationName: 'slipstream-restore',
    maxConnections: 1,
    onIdleError: (error) => say(error.message),
  })
  try {
    await inTransaction(db, async (tx) => {
      await markRestored(tx, backupId)
      await changeSettings(tx, { maintenanceMode: true })
      await holdEverything(tx)
      await holdNewsletters(tx)
      await endAfterRestore(tx)
    })
    const waiting = await db.$count(outbox, isNull(outbox.settledAt))
    say(`${waiting} waiting messages are held, and whatever comes later: release each kind below Database, Backup.`)
    say(`${await replayErasures(db, erasures, erase)} erasures made since the backup were repeated.`)
  } finally {
    await close()
  }
}
