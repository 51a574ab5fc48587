import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/open-test-database.ts'
import { PROCESSES_TIMEOUT_MS, runBin } from '#testing/run-bin.ts'

vi.setConfig({ testTimeout: PROCESSES_TIMEOUT_MS })

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const jobs = (...words: string[]) => runBin('jobs.ts', words, { DATABASE_URL: database.url })

test('a test mail is queued, listed with its error once it is dead, and can be retried', async () => {
  const [queued, mistaken] = await Promise.all([jobs('test-mail', 'creator@mail.example'), jobs('retry')])
  expect(queued).toEqual({ code: 0, stdout: 'queued a mail to creator@mail.example\n', stderr: '' })
  expect(mistaken).toMatchObject({ code: 1, stderr: 'usage: jobs dead | retry ID | test-mail ADDRESS | split-again\n' })

  const { rows } = await database.db.execute<{ id: string }>(sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'mailbox full' returning id::text`)
  const id = rows[0]?.id ?? ''
  const dead = await jobs('dead')
  expect(dead.code).toBe(0)
  expect(dead.stdout).toMatch(new RegExp(`^${id}  outbox\\.send  12 attempts  \\d{4}-.*Z\\n {4}mailbox full\\n$`))
  expect(await jobs('retry', id)).toEqual({ code: 0, stdout: `job ${id} will run again\n`, stderr: '' })
})
