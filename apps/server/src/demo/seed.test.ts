import { createHash } from 'node:crypto'
import { asc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { orders } from '@slipstream/db/tables/orders'
import { teamCategories, teamMembers } from '@slipstream/db/tables/team'
import { readConfig } from '#config.ts'
import { readSettings } from '#features/settings/settings.service.ts'
import { openStorage } from '#gateways/storage.ts'
import { openTestDatabase, type TestDatabase } from '#testing/open-test-database.ts'
import { PROCESSES_TIMEOUT_MS, runBin } from '#testing/run-bin.ts'

vi.setConfig({ testTimeout: 2 * PROCESSES_TIMEOUT_MS })

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const seed = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
  runBin('../demo/seed.ts', args, { DATABASE_URL: database.url, ...environment })

const REAL_PROVIDERS = {
  STRIPE_API_URL: 'https://api.stripe.com',
  DISCORD_URL: 'https://discord.com',
  DISCORD_CDN_URL: 'https://cdn.discordapp.com',
  TURNSTILE_URL: 'https://challenges.cloudflare.com',
}
// Production refuses the emulated CDN and the emulated Discord webhook.
const WITHOUT_EMULATORS = { CDN_PURGE_URL: '', CDN_PURGE_TOKEN: '', ALERT_DISCORD_WEBHOOK_URL: '' }

const publicUrl = (key: string) => `${inject('environment').PUBLIC_ASSET_BASE_URL}/${key}`
const pictures = () =>
  database.db
    .select({ modId: modPictures.modId, place: modPictures.sortOrder, key: modPictures.originalKey })
    .from(modPictures)
    .orderBy(asc(modPictures.id))
const releases = () =>
  database.db
    .select({ key: modReleases.objectKey, sizeBytes: modReleases.sizeBytes, sha256: modReleases.sha256 })
    .from(modReleases)
    .orderBy(asc(modReleases.id))
const orderNumbers = async () => {
  const rows = await database.db.select({ number: orders.number }).from(orders).orderBy(asc(orders.id))
  return rows.map(({ number }) => number)
}

/** Size and hash of each release file in the bucket. */
const storedFiles = async (keys: readonly (string | null)[]) => {
  const storage = openStorage(readConfig(inject('environment')).storage)
  const read = async (key: string | null) => {
    const bytes = await storage.readPrivate(key ?? '', 0, 10_000_000)
    return { key, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  }
  return Promise.all(keys.map(read)).finally(storage.close)
}

const waitingJobs = async () => {
  const { rows } = await database.db.execute(
    sql`select task_identifier as name, count(*)::int from graphile_worker.jobs group by 1 order by 1`,
  )
  return rows
}

const members = () => database.db.select().from(teamMembers).orderBy(asc(teamMembers.id))

test('an empty store is filled once, a filled one is left alone, and a reset restores the demo', async () => {
  expect(await seed(['--if-empty'])).toMatchObject({ code: 0, stdout: 'filled the store with the demo\n' })
  const first = await members()
  expect(first.length).toBeGreaterThan(3)
  expect((await readSettings(database.db)).isDemo).toBe(true)
  const gallery = await pictures()
  expect(gallery.filter(({ place }) => place === 0).map(({ modId }) => modId)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ])
  const originals = await Promise.all(gallery.map(({ key }) => fetch(publicUrl(key), { method: 'HEAD' })))
  expect(new Set(originals.map(({ status }) => status))).toEqual(new Set([200]))
  const files = await releases()
  expect(await storedFiles(files.map(({ key }) => key))).toEqual(files)
  const numbers = await orderNumbers()
  expect(numbers.length).toBeGreaterThan(60)
  const { rows: documents } = await database.db.execute<{ count: number }>(sql`select count(*)::int from invoices`)
  const jobs = [
    { name: 'invoices.note_at_stripe', count: documents[0]?.count },
    { name: 'mods.draw_share', count: 12 },
    { name: 'mods.scale_picture', count: gallery.length },
    { name: 'subscriptions.publish_plan', count: 3 },
  ]
  expect(await waitingJobs()).toEqual(jobs)

  const [again, refused, production, live] = await Promise.all([
    seed(['--if-empty']),
    seed([]),
    seed(['--reset'], { NODE_ENV: 'production', ALLOW_EMULATORS: 'true' }),
    seed([], { NODE_ENV: 'production', ...REAL_PROVIDERS, ...WITHOUT_EMULATORS }),
  ])
  expect(again).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(refused).toEqual({ code: 1, stdout: '', stderr: 'the store is not empty; --reset empties it first\n' })
  expect(production).toEqual({ code: 1, stdout: '', stderr: 'A production store cannot be reset.\n' })
  expect(await members()).toEqual(first)
  expect(live.code).toBe(1)
  expect(live.stderr).toBe(
    'A live store cannot be filled with the demo, because its administrator’s password is public.\n',
  )

  await database.db.delete(teamCategories)
  expect(await seed(['--reset'])).toMatchObject({ code: 0, stdout: 'filled the store with the demo\n' })
  const undated = (rows: typeof first) => rows.map((row) => ({ ...row, createdAt: null }))
  expect(undated(await members())).toEqual(undated(first))
  expect(await pictures()).toEqual(gallery)
  expect(await releases()).toEqual(files)
  expect(await orderNumbers()).toEqual(numbers)
  expect(await waitingJobs()).toEqual(jobs)
})
