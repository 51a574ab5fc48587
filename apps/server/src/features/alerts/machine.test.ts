import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer } from 'node:tls'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MS } from '@slipstream/contract/durations'
import { freePort } from '#testing/free-port.ts'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { openWithArchiver } from '#testing/stood-in-archiver.ts'
import { findExpiring, findExpiringSecrets, findFailedArchiving, findFullDisks } from './machine.alerts.ts'

const { signal } = new AbortController()
const disk = (used: number, device = 1) => ({ device, used, freeBytes: 5.4e9 })
const subjects = (findings: readonly { subject?: string }[]) => findings.map(({ subject }) => subject)

test('a disk is reported at 80 % and again at 95 %, and only once if two paths share it', async () => {
  expect(await findFullDisks(['/app'], async () => disk(0.799))).toEqual([])
  expect(await findFullDisks(['/app', '/tmp'], async () => disk(0.806))).toEqual([
    { subject: '/app', problem: 'The disk under /app is 80 % full; 5 GB are left.' },
  ])
  expect(subjects(await findFullDisks(['/app'], async () => disk(0.95)))).toEqual(['/app', '/app (almost full)'])
  const two = await findFullDisks(['/app', '/tmp'], async (path) => disk(0.9, path.length))
  expect(subjects(two)).toEqual(['/app'])
})

test('the disk of this machine can be measured', async () => {
  await expect(findFullDisks([process.cwd()])).resolves.toBeInstanceOf(Array)
})

test('a certificate is reported two weeks and again three days before it expires', async () => {
  const expiring = (days: number) =>
    findExpiring('https://store.example:8443', signal, async () => new Date(Date.now() + days * DAY_MS))
  expect(await expiring(14.1)).toEqual([])
  expect(subjects(await expiring(13.9))).toEqual(['store.example:8443 within 14 days'])
  expect(subjects(await expiring(2))).toHaveLength(2)
  expect((await expiring(-1))[0]?.problem).toContain('Browsers refuse to open the store.')
})

test('[ROUTE-06] a key for another service is reported a month and again a week before it expires', () => {
  const now = Date.parse('2027-02-01T12:00:00Z')
  const expiring = (on: string) => findExpiringSecrets([{ name: 'S3 key', on }], now)
  expect(expiring('2027-03-04')).toEqual([])
  expect(subjects(expiring('2027-03-03'))).toEqual(['S3 key within 30 days'])
  expect(subjects(expiring('2027-02-05'))).toEqual(['S3 key within 30 days', 'S3 key within 7 days'])
  expect(expiring('2027-01-31')[0]?.problem).toContain('expired on 2027-01-31')
})

test('the certificate check skips an http address and fails when nothing listens at the address', async () => {
  expect(await findExpiring('http://127.0.0.1:1', signal)).toEqual([])
  await expect(findExpiring('https://127.0.0.1:1', signal)).rejects.toThrow('ECONNREFUSED')
})

/** A server on this machine whose certificate is valid for this many days. */
const serveWithCertificate = async (days: number) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'certificate-'))
  const [keyFile, certificateFile] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', String(days)],
    ...['-subj', '/CN=localhost', '-keyout', keyFile, '-out', certificateFile],
  ])
  const server = createServer({ key: await readFile(keyFile), cert: await readFile(certificateFile) })
  server.listen(await freePort(), '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    await rm(folder, { recursive: true })
  })
  const address = server.address()
  return `localhost:${typeof address === 'object' && address ? address.port : 0}`
}

test.each([
  [90, []],
  [10, ['14 days']],
  [2, ['14 days', '3 days']],
])('over a real connection the check finds a certificate that expires in %i days', async (days, steps) => {
  const host = await serveWithCertificate(days)
  const findings = await findExpiring(`https://${host}`, signal)
  expect(subjects(findings)).toEqual(steps.map((step) => `${host} within ${step}`))
  const day = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  for (const { problem } of findings) expect(problem).toContain(`expires on ${day}`)
})

test('failed archiving is reported until a segment is archived again', async () => {
  const { url, db, close } = await openTestDatabase()
  onTestFinished(close)
  // Turning archiving on needs a restart of the shared database server, so a table stands in for `pg_stat_archiver`.
  await db.execute(sql`create schema archiver`)
  await db.execute(sql`
    create table archiver.pg_stat_archiver
      (failed_count bigint, last_archived_time timestamptz, last_failed_time timestamptz, mode text)`)
  await db.execute(sql`
    create function archiver.current_setting(text) returns text language sql
      return (select mode from archiver.pg_stat_archiver)`)
  const watched = openWithArchiver(url)
  onTestFinished(() => watched.close())
  const archived = async (mode: string, last: string | null, failed: string | null) => {
    await db.execute(sql`delete from archiver.pg_stat_archiver`)
    await db.execute(sql`insert into archiver.pg_stat_archiver values (3, ${last}, ${failed}, ${mode})`)
    return (await findFailedArchiving(watched.db)).map(({ problem }) => problem)
  }
  expect(await archived('on', '2026-11-16 10:00Z', '2026-11-16 10:05Z')).toEqual([
    expect.stringContaining('The last segment was archived at 2026-11-16 10:00 UTC.'),
  ])
  expect(await archived('on', null, '2026-11-16 10:05Z')).toEqual([expect.stringMatching(/^Nothing has been archived/)])
  expect(await archived('on', '2026-11-16 10:06Z', '2026-11-16 10:05Z')).toEqual([])
  expect(await archived('on', '2026-11-16 10:00Z', null)).toEqual([])
  expect(await archived('off', null, '2026-11-16 10:05Z')).toEqual([])
})
