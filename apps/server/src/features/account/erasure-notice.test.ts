import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { CleanupPlan } from '@slipstream/contract/cleanup'
import { ERASURE_NOTICE_DAYS, RETENTION_YEARS } from '@slipstream/contract/legal'
import { inTransaction } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { enqueue } from '#lib/jobs/jobs.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { mailErasure } from './announce-erasure.service.ts'

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

const NEARLY = `${RETENTION_YEARS.inactiveAccount} years -${ERASURE_NOTICE_DAYS - 1} days`
const set = (column: string, { row }: Person, age: string) =>
  store.db.execute(sql`update users set ${sql.raw(column)} = now() - ${age}::interval where id = ${row.id}`)
const inactive = async (age: string, values: Parameters<typeof newPerson>[1] = {}) => {
  const person = await newPerson(store, values)
  await set('last_active_at', person, age)
  return person
}
const nextDay = async () => {
  await inTransaction(store.db, (tx) => enqueue(tx, 'account.announce_erasures', {}))
  await runJobs(store)
}
const mails = async ({ row }: Person, waitMs = 0) =>
  (await readMailbox(row.email ?? '', waitMs)).filter(({ subject }) => subject.includes('will be deleted'))
const announcedAt = async ({ row }: Person) =>
  (await store.db.select().from(users).where(eq(users.id, row.id)))[0]?.erasureAnnouncedAt
const due = async () =>
  (await admin.call('GET', '/api/admin/cleanup')).json<CleanupPlan>().rules.find(({ name }) => name === 'accounts')
    ?.count

test('[LEGAL-05] an inactive owner gets one mail a month before the account is erased, with a link to keep it', async () => {
  const person = await inactive(NEARLY)
  const active = await inactive(`${RETENTION_YEARS.inactiveAccount} years -${ERASURE_NOTICE_DAYS + 1} days`)
  await nextDay()
  await nextDay()
  const sent = await mails(person, 5_000)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain(`the account ${person.row.username}`)
  expect(sent[0]?.text).toContain(`${store.config.publicUrl}/login`)
  expect(await mails(active)).toEqual([])
  expect(await announcedAt(active)).toBeNull()
})

test('[LEGAL-05] an inactive account is erased only once its owner was told at least a month ago', async () => {
  const person = await inactive(`${RETENTION_YEARS.inactiveAccount + 2} years`)
  expect(await due()).toBe(0)
  await nextDay()
  expect(await due()).toBe(0)
  await set('erasure_announced_at', person, `${ERASURE_NOTICE_DAYS} days -1 hour`)
  expect(await due()).toBe(0)
  await set('erasure_announced_at', person, `${ERASURE_NOTICE_DAYS} days 1 hour`)
  expect(await due()).toBe(1)
})

test('an erasure does not count as announced when its mail cannot be sent', async () => {
  const person = await inactive(NEARLY)
  const { db, storage } = store.services
  const mailer = { ...store.services.mailer, send: () => Promise.reject(new Error('the mail server is away')) }
  const wanted = { userId: person.row.id, email: person.row.email ?? '' }
  await expect(mailErasure({ db, storage, mailer, publicUrl: store.config.publicUrl }, wanted)).rejects.toThrow('away')
  expect(await announcedAt(person)).toBeNull()
})

test('an owner who came back and left again is told again before the account is erased', async () => {
  const person = await inactive(NEARLY)
  await set('erasure_announced_at', person, `${RETENTION_YEARS.inactiveAccount * 2} years`)
  expect(await due()).toBe(0)
  await nextDay()
  expect(await mails(person, 5_000)).toHaveLength(1)
})

test('an inactive account without a verified address counts as announced too, and no mail is sent', async () => {
  const person = await inactive(NEARLY, { emailVerifiedAt: null })
  await nextDay()
  expect(await announcedAt(person)).not.toBeNull()
  expect(await mails(person)).toEqual([])
})

test('an inactive administrator gets no erasure notice, because administrators are never erased for inactivity', async () => {
  const colleague = await inactive(NEARLY, { isAdmin: true })
  await nextDay()
  expect(await announcedAt(colleague)).toBeNull()
})
