import { sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Newsletter } from '@slipstream/contract/newsletter'
import { readRows } from '@slipstream/db/client'
import { createUser } from '@slipstream/db/testing/factories'
import { NEWSLETTER } from '@slipstream/db/testing/newsletter-factories'
import { readMailbox } from '#testing/mailbox.ts'
import { freshName, newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

vi.setConfig({ testTimeout: 60_000 })

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

const newReader = () => createUser(store.db, { username: freshName(), notificationChoices: { newsletter: true } })
const on = (id: number, act: string, body?: object) =>
  admin.call('POST', `/api/admin/newsletters/${id}/${act}` as `/api/admin/newsletters/${number}/pause`, body)
const read = async (id: number) => (await admin.call('GET', `/api/admin/newsletters/${id}`)).json<Newsletter>()
const begin = async () => {
  const { id } = (await admin.call('POST', '/api/admin/newsletters', NEWSLETTER)).json<Newsletter>()
  await on(id, 'send', { at: null })
  return id
}

test('[CAP-46] a newsletter that is paused before its audience is fixed reaches everybody once it is resumed', async () => {
  const reader = await newReader()
  const id = await begin()
  await on(id, 'pause')
  await runJobs(store)
  await on(id, 'resume')
  await runJobs(store)
  expect(await read(id)).toMatchObject({ state: 'done', counts: { accepted: 1 } })
  expect(await readMailbox(reader.email ?? '', 1)).toHaveLength(1)
})

test('a newsletter whose operation is canceled before it began reaches everybody once it is resumed', async () => {
  const reader = await newReader()
  const id = await begin()
  const [operation] = await readRows<{ id: number }>(store.db, sql`select id from operations where finished_at is null`)
  await admin.call('POST', `/api/admin/operations/${operation?.id ?? 0}/cancel`)
  await runJobs(store)
  expect(await read(id)).toMatchObject({ state: 'paused' })
  await on(id, 'resume')
  await runJobs(store)
  expect(await read(id)).toMatchObject({ state: 'done', counts: { accepted: 1 } })
  expect(await readMailbox(reader.email ?? '', 1)).toHaveLength(1)
})

test('a large audience is fixed in several transactions, none of which grows with the store', async () => {
  await store.db.execute(sql`
    insert into users (username, email, email_verified_at, notification_choices)
    select 'reader_' || n, 'reader' || n || '@bulk.example', now(), '{"newsletter": true}' from generate_series(1, 45000) n`)
  const id = await begin()
  // The first mail stops it, when everybody is a recipient.
  const mailer = {
    ...store.services.mailer,
    send: () => Promise.reject(Object.assign(new Error('no'), { syscall: 'connect' })),
  }
  await runJobs({ ...store, services: { ...store.services, mailer } }).catch(() => undefined)
  const [fixed] = await readRows<{ recipients: number; most: number }>(
    store.db,
    sql`select sum(number)::int as recipients, max(number)::int as most from (
      select count(*) as number from newsletter_recipients where newsletter_id = ${id} group by xmin) parts`,
  )
  expect(fixed?.recipients).toBe(45_000)
  expect(fixed?.most).toBeLessThanOrEqual(20_000)
})
