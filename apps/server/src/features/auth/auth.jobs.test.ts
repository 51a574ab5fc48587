import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { oneTimeSecrets, sessions } from '@slipstream/db/tables/auth'
import { passkeyChallenges } from '@slipstream/db/tables/passkeys'
import { enqueue } from '#lib/jobs/jobs.ts'
import { newPerson } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openFileStore } from '#testing/test-store.ts'
import { issueSecret } from './one-time-secrets.service.ts'

const store = await openFileStore()

test('the nightly sweep deletes ended sessions and expired secrets, and nothing else', async () => {
  const old = await newPerson(store)
  const young = await newPerson(store)
  for (const { row } of [old, young]) await inTransaction(store.db, (tx) => issueSecret(tx, 'verify_email', row.id))
  for (const table of [sessions, oneTimeSecrets]) {
    await store.db.execute(
      sql`update ${table} set expires_at = now() - interval '1 second' where user_id = ${old.row.id}`,
    )
    await store.db.execute(
      sql`update ${table} set expires_at = now() + interval '1 minute' where user_id = ${young.row.id}`,
    )
  }

  await store.db.insert(passkeyChallenges).values([
    { hash: 'old', purpose: 'sign_in', expiresAt: new Date(Date.now() - 1_000) },
    { hash: 'young', purpose: 'sign_in', expiresAt: new Date(Date.now() + 60_000) },
  ])

  for (let night = 0; night < 2; night += 1) {
    await inTransaction(store.db, (tx) => enqueue(tx, 'auth.sweep', {}))
    await runJobs(store)
    for (const table of [sessions, oneTimeSecrets]) {
      expect(await store.db.select({ userId: table.userId }).from(table)).toEqual([{ userId: young.row.id }])
    }
    expect(await store.db.select({ hash: passkeyChallenges.hash }).from(passkeyChallenges)).toEqual([{ hash: 'young' }])
  }
  expect((await young.call('GET', '/api/auth/user')).statusCode).toBe(200)
})
