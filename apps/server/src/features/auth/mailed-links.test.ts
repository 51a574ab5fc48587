import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneTimeSecrets } from '@slipstream/db/tables/auth'
import { hashOf } from './secret.ts'
import { newPerson } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

let store: TestStore
beforeAll(async () => {
  // Nothing listens on this port: every mail stays in the queue with its error, as during a mail server outage.
  store = await openTestStore({}, { SMTP_URL: 'smtp://127.0.0.1:1' })
})
afterAll(() => store.close())

test('the outbox holds no usable link while mails wait for the mail server', async () => {
  const person = await newPerson(store, { emailVerifiedAt: new Date() })
  await person.browser.call('POST', '/api/auth/forgot-password', { email: person.row.email })
  await person.browser.call('POST', '/api/account/email', { email: `new-${person.row.email}` })
  // A run stops at the first failing job.
  await runJobs(store)
  await runJobs(store)

  const secrets = await store.db
    .select({ hash: oneTimeSecrets.hash, purpose: oneTimeSecrets.purpose })
    .from(oneTimeSecrets)
  expect(secrets.map(({ purpose }) => purpose).sort()).toEqual(['reset_password', 'verify_email'])
  const { rows } = await store.db.execute<{ payload: unknown; error: string }>(
    sql`select to_jsonb(outbox) as payload, last_error as error from outbox`,
  )
  expect(rows.filter(({ error }) => error !== null).length).toBeGreaterThanOrEqual(2)

  const words = JSON.stringify(rows).match(/[\w-]{20,}/g) ?? []
  const hashes = new Set(secrets.map(({ hash }) => hash))
  expect(words.filter((word) => hashes.has(hashOf(word)))).toEqual([])
})
