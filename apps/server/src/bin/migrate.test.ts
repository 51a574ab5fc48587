import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { dropDatabase, recreateDatabase } from '@slipstream/db/testing/test-database'
import { freePort } from '#testing/free-port.ts'
import { PROCESSES_TIMEOUT_MS, runBin } from '#testing/run-bin.ts'

vi.setConfig({ testTimeout: PROCESSES_TIMEOUT_MS })

const name = `test_${randomBytes(6).toString('hex')}`
const server = inject('environment').DATABASE_URL ?? ''
let url = ''
beforeAll(async () => {
  url = await recreateDatabase(server, name)
})
afterAll(() => dropDatabase(server, name))

test('migrating an empty database creates the tables of the store and its queue', async () => {
  const { code, stdout } = await runBin('migrate.ts', [], { DATABASE_URL: url })
  expect(code).toBe(0)
  expect(stdout).toMatch(/\d+ migrations ran\n$/)

  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select to_regclass('settings') is not null as store, to_regclass('graphile_worker.jobs') is not null as queue",
  )
  await client.end()
  expect(rows).toEqual([{ store: true, queue: true }])
})

test('migrating fails if the database is unreachable', async () => {
  const absent = `postgres://nobody@127.0.0.1:${await freePort()}/none`
  const { code, stdout } = await runBin('migrate.ts', [], { DATABASE_URL: absent })
  expect(code).toBe(1)
  expect(stdout).toBe('')
})
