import { sql } from 'drizzle-orm'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { BackupList } from '@slipstream/contract/backups'
import { inTransaction } from '@slipstream/db/client'
import { operations } from '@slipstream/db/tables/operations'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { dropDatabase } from '@slipstream/db/testing/test-database'
import { readConfig } from '#config.ts'
import { createEncryption } from '#features/auth/encryption.ts'
import { openStorage, type Storage } from '#gateways/storage.ts'
import { identityText, newIdentity, recipientOf } from '#lib/age/age-keys.ts'
import { releaseKind } from '#features/outbox/held-messages.service.ts'
import { queueMail } from '#lib/outbox/outbox.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { openServer } from '#testing/open-server.ts'
import { openOwnBuckets } from '#testing/own-buckets.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { PROCESSES_TIMEOUT_MS, runBin } from '#testing/run-bin.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { sampleLetter } from '#testing/sample-letters.ts'
import { startWorker } from '#testing/store-processes.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { backupOperation, beginBackup, retired } from './backups.operation.ts'
import { dumpKey, listManifests, type Manifest, readManifest } from './manifests.ts'
import { withName } from './scratch-database.ts'
import { connect, hashTables } from './table-hashes.ts'

vi.setConfig({ testTimeout: 2 * PROCESSES_TIMEOUT_MS, hookTimeout: PROCESSES_TIMEOUT_MS })

const owner = newIdentity()
let buckets: Awaited<ReturnType<typeof openOwnBuckets>>
let storage: Storage
let store: TestStore
let admin: Person
let folder: string
beforeAll(async () => {
  buckets = await openOwnBuckets()
  storage = openStorage(readConfig({ ...inject('environment'), ...buckets.environment }).storage)
  store = await openTestStore({}, { ...buckets.environment, BACKUP_PUBLIC_KEY: recipientOf(owner) })
  admin = await newPerson(store, { isAdmin: true })
  const mod = await createMod(store.db)
  await createPurchase(store.db, { userId: admin.row.id, mod })
  folder = await mkdtemp(path.join(tmpdir(), 'backup-'))
  await writeFile(keyFile(), identityText(owner))
})
afterAll(async () => {
  await store.close()
  storage.close()
  await buckets.remove()
  await rm(folder, { recursive: true })
})

const keyFile = () => path.join(folder, 'owner.key')
const latest = async () => (await listManifests(storage))[0]
const backUp = async () => {
  const started = await admin.call('POST', '/api/admin/backups')
  expect(started.statusCode, started.body).toBe(200)
  await runJobs(store)
  const [row] = (await store.db.select().from(operations)).slice(-1)
  expect(row).toMatchObject({ state: 'done', error: null })
  return (await latest()) as Manifest
}
const databases = async () =>
  (
    await store.db.execute<{ name: string }>(
      sql`select datname as name from pg_database where datname like '%_check_%'`,
    )
  ).rows

test('[ROUTE-20] a backup is stored encrypted, restored into a scratch database, compared and listed', async () => {
  const { id, provenAt, bytes, tables } = await backUp()
  expect(provenAt).not.toBeNull()
  expect(tables['public.orders']).toMatchObject({ rows: 1 })
  expect(await databases()).toEqual([])
  expect((await storage.readPrivate(dumpKey(id), 0, 30)).toString()).toContain('age-encryption.org/v1')
  const [row] = await store.db.select({ cursor: operations.cursor }).from(operations)
  expect(JSON.stringify(row?.cursor)).not.toContain('proofKey')

  const listed = (await admin.call('GET', '/api/admin/backups')).json<BackupList>()
  expect(listed).toMatchObject({ publicKey: recipientOf(owner), backups: [{ id, bytes, provenAt }] })
})

test('downloading a backup requires reauthentication, comes straight from the storage and is audited', async () => {
  const manifest = await latest()
  const download = () => admin.call('POST', `/api/admin/backups/${manifest?.id}/download`)
  await store.db.execute(sql`update sessions set proven_at = now() - interval '11 minutes'`)
  store.app.gate.forget(admin.row.id)
  expect((await download()).json()).toMatchObject({ code: 'auth.proof_required' })
  await store.db.execute(sql`update sessions set proven_at = now()`)
  store.app.gate.forget(admin.row.id)
  const { url } = (await download()).json<{ url: string }>()
  const file = await fetch(url)
  expect((await file.arrayBuffer()).byteLength).toBe(manifest?.bytes)
  expect((await lastChanges(store.db))[0]).toMatchObject({
    action: 'download',
    subject: 'backup',
    subjectId: manifest?.id,
  })
  const absent = await admin.call('POST', '/api/admin/backups/20200101-000000-00000000/download')
  expect(absent.json()).toMatchObject({ code: 'backup.gone' })
})

describe('a backup that went wrong', () => {
  const operation = () =>
    backupOperation({
      storage,
      databaseUrl: store.config.databaseUrl,
      backupKey: recipientOf(owner),
      encryption: createEncryption(...store.config.authSecrets),
    })
  const step = async (cursor: unknown) => {
    const signal = AbortSignal.timeout(PROCESSES_TIMEOUT_MS)
    return (await operation().step({ cursor, signal, report: () => {} })) as { cursor: { id: string } }
  }

  test('an interrupted dump is not stored and leaves nothing behind', async () => {
    const before = await buckets.content()
    const holder = await connect(store.config.databaseUrl)
    await holder.query('begin; lock table mods in access exclusive mode')
    const cursor = beginBackup()
    const dumped = step(cursor)
    dumped.catch(() => {})
    const endDump = async () => {
      const { rows } = await store.db.execute(sql`
        select pg_terminate_backend(pid) as ended from pg_stat_activity
        where wait_event_type = 'Lock' and query ilike 'lock table%' and application_name = 'slipstream-backup'
          and datname = current_database()`)
      expect(rows).toEqual([{ ended: true }])
    }
    try {
      await vi.waitFor(endDump, { timeout: PROCESSES_TIMEOUT_MS, interval: 50 })
    } finally {
      await holder.end()
    }
    await expect(dumped).rejects.toThrow('pg_dump failed')
    await operation().abandon?.(cursor)
    expect(await buckets.content()).toEqual(before)
  })

  test('a backup file that was damaged in the storage is not proven', async () => {
    const { cursor } = await step(beginBackup())
    const key = dumpKey(cursor.id)
    const bytes = await storage.readPrivate(key, 0, (await storage.sizeOfPrivate(key)) ?? 0)
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1
    await storage.putPrivate(key, bytes, 'application/octet-stream')
    await expect(step(cursor)).rejects.toThrow()
    expect((await readManifest(storage, cursor.id))?.provenAt).toBeNull()
    expect(await databases()).toEqual([])
    await operation().abandon?.(cursor)
    expect(await readManifest(storage, cursor.id)).toBeNull()
  })
})

describe('deleting old backups', () => {
  const manifest = (day: number, isProven = true) => {
    const at = new Date(Date.UTC(2026, 0, day)).toISOString()
    return { id: String(day), createdAt: at, provenAt: isProven ? at : null } as Manifest
  }
  const days = (count: number, isProven = true) =>
    Array.from({ length: count }, (_, place) => manifest(count - place, isProven))
  const now = Date.UTC(2026, 11, 31)
  const idsOf = (manifests: readonly Manifest[]) => manifests.map(({ id }) => id)

  test('the newest 14 proven backups are kept, and old unproven ones are deleted', () => {
    expect(idsOf(retired(days(16), now))).toEqual(['2', '1'])
    expect(idsOf(retired([manifest(3, false), ...days(2)], now))).toEqual(['3'])
    expect(retired([manifest(30, false), ...days(2)], Date.UTC(2026, 1, 1))).toEqual([])
  })

  test('without a proven backup nothing is deleted, and the last proven one is never deleted', () => {
    expect(retired(days(40, false), now)).toEqual([])
    expect(idsOf(retired([...days(40, false), manifest(0)], now))).not.toContain('0')
  })
})

describe('restoring', () => {
  const target = () => withName(store.config.databaseUrl, `${new URL(store.config.databaseUrl).pathname.slice(1)}_new`)
  const restore = (...args: string[]) => runBin('restore.ts', args, { ...buckets.environment, DATABASE_URL: target() })

  test('T-RESTORE: a backup is restored into a new database with equal tables, but holds what waits to be sent and lacks erased people', async () => {
    const leaving = await newPerson(store)
    const mail = { to: 'buyer@mail.example', userId: null, letter: sampleLetter({ subject: 'Your order' }) }
    const notBefore = new Date('2099-01-01')
    await inTransaction(store.db, (tx) => queueMail(tx, mail, { kind: 'orders', notBefore }))
    const { id, tables } = await backUp()

    const erased = await leaving.browser.call('DELETE', '/api/account', { username: leaving.row.username })
    expect(erased.statusCode, erased.body).toBe(200)
    await runJobs(store)
    const stranger = path.join(folder, 'stranger.key')
    await writeFile(stranger, identityText(newIdentity()))
    expect((await restore(id, '--key', stranger)).stderr).toContain('is encrypted for age1')

    const { code, stdout, stderr } = await restore(id, '--key', keyFile())
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('tables are restored and equal to the backup')
    expect(stdout).toContain('1 waiting messages are held')
    expect(stdout).toContain('1 erasures made since the backup were repeated')

    const copy = await connect(target())
    const restored = await hashTables(copy)
    const { rows } = await copy.query('select username, email from users where id = $1', [leaving.row.id])
    await copy.end()
    expect(rows).toEqual([{ username: `deleted user ${leaving.row.id}`, email: null }])
    for (const table of ['orders', 'order_items', 'mods', 'entitlements']) {
      expect(restored[`public.${table}`]).toEqual(tables[`public.${table}`])
    }
    expect((await restore(id, '--key', keyFile())).stderr).toContain('is not empty')
  })

  test('T-QUIET: a restored copy runs no jobs and makes no Stripe calls until the owner releases it, and mails only what a person releases', async () => {
    const environment = { ...inject('environment'), ...buckets.environment, DATABASE_URL: target() }
    const { services, close } = await openServer(readConfig(environment))
    const { db } = services.database
    const { rows } = await db.execute(sql`select value from settings where key = 'maintenanceMode'`)
    expect(rows).toEqual([{ value: true }])
    await expect(services.stripe.check()).rejects.toMatchObject({ code: 'payments.away' })

    const to = `buyer-${process.pid}-${Date.now()}@mail.example`
    const mail = { to, userId: null, letter: sampleLetter({ subject: 'Your order' }) }
    await inTransaction(db, (tx) => queueMail(tx, mail, { kind: 'orders' }))
    const worker = startWorker(environment)
    const asked = new Set<string>()
    // The worker has started and keeps polling for the release.
    await vi.waitFor(
      async () => {
        const polls = await db.execute<{ at: string }>(sql`
          select query_start::text as at from pg_stat_activity
          where application_name = 'slipstream-worker' and datname = current_database() and query like '%restored_copies%'`)
        for (const { at } of polls.rows) asked.add(at)
        expect(asked.size).toBeGreaterThan(2)
      },
      { timeout: PROCESSES_TIMEOUT_MS, interval: 200 },
    )
    const { rows: jobs } = await db.execute(sql`
      select attempts from graphile_worker.jobs where task_identifier = 'outbox.send' and run_at <= now()`)
    expect(jobs).toEqual([{ attempts: 0 }])

    expect((await restore('release')).stdout).toContain('The copy is released')
    // The worker runs now, and holds what it may not send.
    await vi.waitFor(
      async () => {
        const { rows: left } = await db.execute(sql`
          select from graphile_worker.jobs where task_identifier = 'outbox.send' and run_at <= now()`)
        expect(left).toEqual([])
      },
      { timeout: PROCESSES_TIMEOUT_MS, interval: 200 },
    )
    expect(await readMailbox(to, 1)).toEqual([])
    const { rows: people } = await db.execute<{ id: number }>(sql`select id from users limit 1`)
    await inTransaction(db, (tx) => releaseKind(tx, people[0]?.id ?? 0, 'orders'))
    expect(await readMailbox(to, PROCESSES_TIMEOUT_MS)).toHaveLength(1)
    expect((await restore('release')).stderr).toContain('not a silent copy')
    await worker.kill()
    await close()
    await dropDatabase(store.config.databaseUrl, new URL(target()).pathname.slice(1))
  })

  test('the list of backups marks the proven ones, and an unknown backup is refused', async () => {
    expect((await restore('list')).stdout).toContain('proven')
    const unknown = await restore('20200101-000000-00000000', '--key', keyFile())
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('There is no backup')])
    expect(await readManifest(storage, '../manifest')).toBeNull()
  })
})
