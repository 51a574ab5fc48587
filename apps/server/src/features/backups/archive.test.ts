import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openDatabase, type WritableDb } from '@slipstream/db/client'
import { migrate } from '@slipstream/db/migrate'
import { baseBackups, restoreDrills } from '@slipstream/db/tables/backups'
import { findFailedArchiving } from '#features/alerts/machine.alerts.ts'
import { freePort } from '#testing/free-port.ts'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { type OwnPostgres, prepareOwnPostgres } from '#testing/own-postgres.ts'
import { DEPLOY_BACKUP, openOwnRepository } from '#testing/own-repository.ts'
import { openWithArchiver } from '#testing/stood-in-archiver.ts'
import { archiveAlerts } from './archive.alerts.ts'
import { readArchive } from './archive.service.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let postgres: OwnPostgres
let repository: Awaited<ReturnType<typeof openOwnRepository>>
let environment: Record<string, string>
let db: WritableDb
let closeDatabase: () => Promise<void>
beforeAll(async () => {
  repository = await openOwnRepository(inject('environment'))
  postgres = await prepareOwnPostgres()
  const { username, password, pathname } = new URL(postgres.url)
  environment = {
    ...repository.environment,
    PGBACKREST_LOCK_PATH: path.join(postgres.folder, 'lock'),
    PGBACKREST_PG1_PATH: postgres.data,
    PGBACKREST_PG1_PORT: String(postgres.port),
    PGBACKREST_PG1_USER: username,
    PGHOST: '127.0.0.1',
    PGPORT: String(postgres.port),
    PGUSER: username,
    PGPASSWORD: password,
    PGDATABASE: pathname.slice(1),
  }
  await start()
  await migrate(postgres.url)
  const database = openDatabase({
    url: postgres.url,
    applicationName: 'slipstream-test',
    maxConnections: 1,
    onIdleError: () => {},
  })
  db = database.db
  closeDatabase = database.close
})
afterAll(async () => {
  await closeDatabase()
  await postgres.close()
  await repository.close()
})

/** Starts PostgreSQL with the shipped settings, but with a segment every second. */
const start = (command?: string) =>
  postgres.start({
    settings: [
      `include '${path.join(DEPLOY_BACKUP, 'postgresql.conf')}'`,
      'archive_timeout = 1s',
      ...(command === undefined ? [] : [`archive_command = '${command}'`]),
    ],
    environment,
  })

const run = async (name: 'backup' | 'restore' | 'drill', args: string[] = [], changes: Record<string, string> = {}) => {
  const options = { env: { ...inject('environment'), ...environment, ...changes } }
  try {
    const { stdout } = await promisify(execFile)(path.join(DEPLOY_BACKUP, name), args, options)
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, said: stdout + stderr }
  }
}

const findings = async (name: string, from = db) =>
  (await archiveAlerts({ db: from })
    .find((check) => check.name === name)
    ?.find(new AbortController().signal)) ?? []

test('a base backup goes to object storage encrypted, and the store knows its age and size', async () => {
  const { code, said } = await run('backup', ['full'])
  expect(code, said).toBe(0)
  expect(said).toMatch(/^stored \d{8}-\d{6}F \(full\): \d+ MB/)
  const { isOn, isFailing, lastBackup, lastArchivedAt, lastDrill } = await readArchive(db)
  expect({ isOn, isFailing, lastDrill }).toEqual({ isOn: true, isFailing: false, lastDrill: null })
  expect(lastBackup).toMatchObject({ kind: 'full', label: expect.stringMatching(/F$/) })
  expect(lastBackup?.bytes).toBeGreaterThan(10_000_000)
  expect(Date.now() - Date.parse(lastArchivedAt ?? '')).toBeLessThan(60_000)

  const stored = await repository.list()
  expect(stored.some((key) => key.startsWith('postgresql/archive/slipstream/'))).toBe(true)
  expect(await findings('archive.backup_late')).toEqual([])

  // Backups that are no longer in the repository disappear from the list.
  const gone = { label: '20200101-000000F', kind: 'full' as const, startedAt: new Date(), finishedAt: new Date() }
  await db.insert(baseBackups).values({ ...gone, bytes: 1, storedBytes: 1 })
  await run('backup', ['incr'])
  const labels = (await db.select({ label: baseBackups.label }).from(baseBackups)).map(({ label }) => label)
  expect(labels).toHaveLength(2)
  expect(labels).not.toContain(gone.label)
})

test('a drill restores the newest row into a spare cluster, records its figures and leaves nothing behind', async () => {
  const [into, port] = [path.join(postgres.folder, 'spare'), String(await freePort())]
  const passed = await run('drill', ['--into', into, '--port', port, '--check', 'psql "$DATABASE_URL" -c "select 1"'])
  expect(passed.code, passed.said).toBe(0)
  const { lastDrill } = await readArchive(db)
  expect(lastDrill).toMatchObject({
    failure: null,
    gapSeconds: expect.any(Number),
    bytes: expect.any(Number),
    restoreSeconds: expect.any(Number),
  })
  expect(await readdir(postgres.folder)).not.toContain('spare')

  const failed = await run('drill', ['--into', into, '--port', port, '--check', 'exit 3'])
  expect(failed.code).toBe(1)
  expect(failed.said).toContain('The drill failed. The check of the copy failed: exit 3')
  expect((await readArchive(db)).lastDrill?.failure).toBe('The check of the copy failed: exit 3')
  expect(await readdir(postgres.folder)).not.toContain('spare')
  expect(await db.$count(restoreDrills)).toBe(2)
})

test.each([
  ['a folder that is in use', () => ['--into', postgres.data], /is not empty\. Move it away/],
  [
    'a time without a zone',
    () => ['--to', '2026-11-18 01:00:00', '--into', path.join(postgres.folder, 'a')],
    /its zone/,
  ],
  [
    'a time before the first backup',
    () => [
      '--to',
      '2020-01-01 00:00:00+00',
      '--into',
      path.join(postgres.folder, 'b'),
      '--port',
      String(postgres.port + 1),
    ],
    /does not lead to 2020-01-01 00:00:00\+00/,
  ],
])('a restore refuses %s', async (_, args, sentence) => {
  const { code, said } = await run('restore', args())
  expect(code).toBe(1)
  expect(said).toMatch(sentence)
})

test('a backup without its pass phrase is refused before anything is stored', async () => {
  const { code, said } = await run('backup', [], { PGBACKREST_REPO1_CIPHER_PASS: '' })
  expect(code).toBe(1)
  expect(said).toBe('PGBACKREST_REPO1_CIPHER_PASS is not set. backup.env.example lists what is needed.\n')
})

test('failing archiving is reported until a segment is archived again', async () => {
  const restart = async (command?: string) => {
    await postgres.kill('SIGINT')
    await start(command)
  }
  const failures = () => findFailedArchiving(db)
  /** Ends the segment, because PostgreSQL archives only full or ended segments. */
  const write = async () => {
    await db.execute(sql`insert into changes default values`)
    await db.execute(sql`select pg_switch_wal()`)
  }
  await db.execute(sql`create table changes (at timestamptz default now())`)
  await restart('false')
  await vi.waitFor(
    async () => {
      await write()
      expect(await failures()).toHaveLength(1)
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(await readArchive(db)).toMatchObject({ isOn: true, isFailing: true })
  await restart('true')
  await vi.waitFor(
    async () => {
      await write()
      expect(await failures()).toEqual([])
      expect(await readArchive(db)).toMatchObject({ isFailing: false })
    },
    { timeout: 60_000, interval: 200 },
  )
})

test('a base backup is late 27 hours after the last one, and a newer one ends the alert', async () => {
  await db.delete(baseBackups)
  const store = (hours: number) => {
    const finishedAt = new Date(Date.now() - hours * 3_600_000)
    const row = { label: `${hours} h`, kind: 'full' as const, startedAt: finishedAt, finishedAt }
    return db.insert(baseBackups).values({ ...row, bytes: 1, storedBytes: 1 })
  }
  // The cluster is younger than a day.
  expect(await findings('archive.backup_late')).toEqual([])
  await store(28)
  expect(await findings('archive.backup_late')).toEqual([
    {
      problem: expect.stringMatching(
        /^The last base backup is from 20.* UTC\. Run slipstream backup, or deploy\/backup\/backup/,
      ),
    },
  ])
  await store(26)
  expect(await findings('archive.backup_late')).toEqual([])
})

test('an archive without a new segment for ten minutes is stale, and a database without an archive is not watched', async () => {
  const { url, db: plain, close } = await openTestDatabase()
  onTestFinished(close)
  expect(await findings('archive.stale', plain)).toEqual([])
  expect(await findings('archive.backup_late', plain)).toEqual([])
  expect(await readArchive(plain)).toMatchObject({ isOn: false, isFailing: false })
  // A test cannot wait ten minutes, so a table stands in for PostgreSQL's view.
  await plain.execute(sql`create schema archiver`)
  await plain.execute(sql`create table archiver.pg_stat_archiver (last_archived_time timestamptz)`)
  await plain.execute(sql`create function archiver.current_setting(text) returns text language sql return 'on'`)
  const watched = openWithArchiver(url)
  onTestFinished(() => watched.close())
  const archived = async (minutes: number) => {
    await plain.execute(sql`delete from archiver.pg_stat_archiver`)
    await plain.execute(sql`insert into archiver.pg_stat_archiver values (now() - make_interval(mins => ${minutes}))`)
    return findings('archive.stale', watched.db)
  }
  expect(await archived(9)).toEqual([])
  expect(await archived(11)).toEqual([{ problem: expect.stringMatching(/^The last segment is from 20/) }])
})

test('the shipped systemd unit names a backup command that exists', async () => {
  const unit = await readFile(path.join(DEPLOY_BACKUP, 'slipstream-backup.service'), 'utf8')
  expect(unit).toContain('/deploy/backup/backup')
  expect(await readdir(DEPLOY_BACKUP)).toEqual(expect.arrayContaining(['backup', 'restore', 'drill']))
})
