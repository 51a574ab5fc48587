import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { BackupList } from '@slipstream/contract/backups'
import { operations } from '@slipstream/db/tables/operations'
import { newIdentity, recipientOf } from '#lib/age/age-keys.ts'
import { openOwnBuckets } from '#testing/own-buckets.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { PROCESSES_TIMEOUT_MS } from '#testing/run-bin.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openStorageProxy } from '#testing/storage-proxy.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

vi.setConfig({ testTimeout: 2 * PROCESSES_TIMEOUT_MS, hookTimeout: PROCESSES_TIMEOUT_MS })

let buckets: Awaited<ReturnType<typeof openOwnBuckets>>
let proxy: Awaited<ReturnType<typeof openStorageProxy>>
let store: TestStore
let admin: Person
beforeAll(async () => {
  buckets = await openOwnBuckets()
  proxy = await openStorageProxy()
  store = await openTestStore(
    {},
    {
      ...buckets.environment,
      S3_ENDPOINT: proxy.url,
      BACKUP_PUBLIC_KEY: recipientOf(newIdentity()),
    },
  )
})
beforeEach(async () => {
  await store.empty()
  admin = await newPerson(store, { isAdmin: true })
})
afterAll(async () => {
  await store.close()
  proxy.close()
  await buckets.remove()
})

const backUp = async () => {
  const started = await admin.call('POST', '/api/admin/backups')
  expect(started.statusCode, started.body).toBe(200)
  await runJobs(store)
  return (await store.db.select().from(operations).orderBy(operations.id)).at(-1)
}
const listed = async () => (await admin.call('GET', '/api/admin/backups')).json<BackupList>().backups
const scratchDatabases = async () =>
  (await store.db.execute(sql`select datname from pg_database where datname like current_database() || '_check_%'`))
    .rows

test('[ROUTE-20] a backup stays stored as unproven and says why when the database’s disk is full during its check', async () => {
  // Restoring this table writes to a full device, as every table would on a full disk.
  await store.db.execute(sql`
    create function write_to_full_disk() returns boolean language plpgsql as $$
    begin
      if current_database() like '%\_check\_%' then execute 'copy (select 1) to ''/dev/full'''; end if;
      return true;
    end $$`)
  await store.db.execute(sql`create table filling (filled boolean check (public.write_to_full_disk()))`)
  await store.db.execute(sql`insert into filling values (true)`)
  const failed = await backUp()
  await store.db.execute(sql`drop table filling`)
  expect(failed).toMatchObject({
    state: 'failed',
    failures: 1,
    error: expect.stringMatching(/^The database server’s disk is full/),
  })
  expect(await scratchDatabases()).toEqual([])
  expect(await listed()).toMatchObject([{ provenAt: null }])
})

test('[ROUTE-20] a backup fails at once, says why and leaves nothing behind when the storage is full', async () => {
  expect(await backUp()).toMatchObject({ state: 'done' })
  const before = await buckets.content()
  proxy.fill(/dump\.age\?.*partNumber=/)
  expect(await backUp()).toMatchObject({
    state: 'failed',
    failures: 1,
    error: expect.stringMatching(/^The object storage is full\. Nothing of this backup was kept/),
  })
  expect(await buckets.content()).toEqual(before)
  const { rows } = await store.db.execute(
    sql`select key from graphile_worker.jobs where task_identifier = 'operations.run'`,
  )
  expect(rows).toEqual([])
})
