import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asc } from 'drizzle-orm'
import { teamCategories, teamMembers } from '@slipstream/db/tables/team'
import { readSettings } from '#features/settings/settings.service.ts'
import { openTestDatabase, type TestDatabase } from '#testing/open-test-database.ts'
import { PROCESSES_TIMEOUT_MS, runBin } from '#testing/run-bin.ts'

vi.setConfig({ testTimeout: PROCESSES_TIMEOUT_MS })

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const seed = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
  runBin('seed.ts', args, { DATABASE_URL: database.url, ...environment })

const REAL_PROVIDERS = {
  STRIPE_API_URL: 'https://api.stripe.com',
  DISCORD_URL: 'https://discord.com',
  DISCORD_CDN_URL: 'https://cdn.discordapp.com',
  TURNSTILE_URL: 'https://challenges.cloudflare.com',
}

const members = () => database.db.select().from(teamMembers).orderBy(asc(teamMembers.id))

test('an empty store is filled once, a filled one is left alone, and a reset makes it as new', async () => {
  expect(await seed(['--if-empty'])).toMatchObject({ code: 0, stdout: 'the demo store is filled\n' })
  const first = await members()
  expect(first.length).toBeGreaterThan(3)
  expect((await readSettings(database.db)).isDemo).toBe(true)

  const [again, refused, production, live] = await Promise.all([
    seed(['--if-empty']),
    seed([]),
    seed(['--reset'], { NODE_ENV: 'production', ALLOW_EMULATORS: 'true' }),
    seed([], { NODE_ENV: 'production', ...REAL_PROVIDERS }),
  ])
  expect(again).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(refused).toEqual({ code: 1, stdout: '', stderr: 'the store is not empty; --reset empties it first\n' })
  expect(production).toEqual({ code: 1, stdout: '', stderr: 'A production store is never reset.\n' })
  expect(await members()).toEqual(first)
  expect(live.code).toBe(1)
  expect(live.stderr).toBe('A live store gets no demo: everybody knows the password of its administrator.\n')

  await database.db.delete(teamCategories)
  expect(await seed(['--reset'])).toMatchObject({ code: 0, stdout: 'the demo store is filled\n' })
  const undated = (rows: typeof first) => rows.map((row) => ({ ...row, createdAt: null }))
  expect(undated(await members())).toEqual(undated(first))
})
