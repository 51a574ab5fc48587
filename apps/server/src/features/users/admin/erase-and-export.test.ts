import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '@slipstream/db/tables/audit'
import { sessions } from '@slipstream/db/tables/auth'
import { subscriptions } from '@slipstream/db/tables/subscriptions'
import { userNotes, users } from '@slipstream/db/tables/users'
import { createSubscription } from '@slipstream/db/testing/subscription-factories'
import { PERSONAL_DATA } from '#all-personal-data.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()
const REASON = 'Ticket of today'

const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const newCast = async () => [await newPerson(store, { isAdmin: true }), await newPerson(store)] as const
const erase = (by: Person, { row }: Person, username = row.username) =>
  by.call('POST', `/api/admin/users/${row.id}/erase`, { username, reason: REASON })
const loseProof = async ({ row }: Person) => {
  await store.db
    .update(sessions)
    .set({ provenAt: new Date(0) })
    .where(eq(sessions.userId, row.id))
  store.services.auth.identity.forget(row.id)
}

test('T-GDPR-EXPORT: an administrator exports the same document as the owner, with the notes about the person', async () => {
  const [admin, person] = await newCast()
  await admin.call('POST', `/api/admin/users/${person.row.id}/notes`, { body: 'MARK-IN-A-NOTE' })
  const answer = await admin.call('POST', `/api/admin/users/${person.row.id}/personal-data`)
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers['cache-control']).toBe('private, no-store')
  const exported = answer.json<Record<string, unknown>>()
  expect(Object.keys(exported).sort()).toEqual(['exportedAt', ...PERSONAL_DATA.map(({ name }) => name)].sort())
  expect(exported['notes of the staff']).toMatchObject({ about: [{ body: 'MARK-IN-A-NOTE' }], asStaff: [] })
  const own = (await person.call('GET', '/api/account/export')).json<Record<string, unknown>>()
  expect({ ...exported, exportedAt: null }).toEqual({ ...own, exportedAt: null })
  expect((await lastChanges(store.db))[0]).toMatchObject({ action: 'export data', subjectId: String(person.row.id) })

  await loseProof(admin)
  const late = await admin.call('POST', `/api/admin/users/${person.row.id}/personal-data`)
  expect(outcome(late)).toEqual([403, 'auth.proof_required'])
})

test('T-GDPR-ERASE: an erasure by an administrator ends the subscription and the sessions and leaves no name', async () => {
  const [admin, person] = await newCast()
  const { id, username } = person.row
  const { subscription } = await createSubscription(store.db, { userId: id, email: person.row.email })
  await admin.call('POST', `/api/admin/users/${id}/notes`, { body: 'MARK-IN-A-NOTE' })
  await admin.call('POST', `/api/admin/users/${id}/ban`, { reason: `MARK-OF-${username}`, endsAt: null })
  expect(outcome(await erase(admin, person, username.toUpperCase()))).toEqual([400, 'users.name_differs'])
  expect(outcome(await erase(admin, person))).toEqual([200, undefined])

  expect((await store.db.select().from(users).where(eq(users.id, id)))[0]).toMatchObject({
    username: `deleted user ${id}`,
    email: null,
    erasedAt: expect.any(Date),
  })
  expect(await store.db.$count(sessions, eq(sessions.userId, id))).toBe(0)
  expect(await store.db.$count(userNotes, eq(userNotes.userId, id))).toBe(0)
  const [ended] = await store.db.select().from(subscriptions).where(eq(subscriptions.id, subscription.id))
  expect(ended).toMatchObject({ endRequested: 'now', endReason: 'deleted' })
  const { rows: jobs } = await store.db.execute<{ key: string }>(sql`select key from graphile_worker.jobs`)
  const keys = jobs.map(({ key }) => key)
  expect(keys).toContain(`subscription-follow-${subscription.id}`)
  // After a restore from a backup, this entry erases the account again.
  expect(keys).toContain(`erasure ${id}`)

  const entries = await store.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, String(id)))
    .orderBy(asc(auditLog.id))
  expect(entries.map(({ action }) => action)).toEqual(['add note', 'ban', 'erase'])
  expect(JSON.stringify(entries)).not.toContain(username)
  expect(JSON.stringify(entries)).not.toContain('MARK')
  expect(entries.at(-1)).toMatchObject({ actorId: admin.row.id, after: { reason: REASON } })
})

test('an erasure by an administrator needs a recent reauthentication', async () => {
  const [admin, person] = await newCast()
  await loseProof(admin)
  expect(outcome(await erase(admin, person))).toEqual([403, 'auth.proof_required'])
  expect((await store.db.select().from(users).where(eq(users.id, person.row.id)))[0]?.erasedAt).toBeNull()
})

test('deleting an administrator anonymizes their notes about others and keeps them', async () => {
  const [admin, person] = await newCast()
  const other = await newPerson(store, { isAdmin: true })
  await other.call('POST', `/api/admin/users/${person.row.id}/notes`, { body: 'Be generous.' })
  expect(outcome(await erase(admin, other))).toEqual([200, undefined])
  const { notes } = (await admin.call('GET', `/api/admin/users/${person.row.id}`)).json<{ notes: object[] }>()
  expect(notes).toMatchObject([{ by: `deleted user ${other.row.id}`, body: 'Be generous.' }])
})
