import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { oneTimeSecrets, sessions } from '@slipstream/db/tables/auth'
import { users } from '@slipstream/db/tables/users'
import { createUser } from '@slipstream/db/testing/factories'
import { issueSecret } from '#features/auth/one-time-secrets.service.ts'
import { freshName, newPerson } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'
import { banUser, unbanUser } from './ban.service.ts'
import { isBanned } from '#lib/is-banned.ts'

const store = await openFileStore()

const rowOf = async (id: number) => (await store.db.select().from(users).where(eq(users.id, id)))[0]

test('a ban ends the user’s sessions and pending sign-ins and affects nobody else', async () => {
  const [person, other] = [await newPerson(store), await newPerson(store)]
  for (const { row } of [person, other]) {
    await inTransaction(store.db, async (tx) => {
      await issueSecret(tx, 'reset_password', row.id)
      await issueSecret(tx, 'discord_ticket', row.id)
    })
  }
  const endsAt = new Date(Date.now() + 60_000)
  await inTransaction(store.db, (tx) => banUser(tx, person.row.id, { reason: 'Shared mods', endsAt }))
  const ofUser = (id: number) =>
    Promise.all([
      store.db.$count(sessions, eq(sessions.userId, id)),
      store.db.$count(oneTimeSecrets, eq(oneTimeSecrets.userId, id)),
    ])
  expect(await ofUser(person.row.id)).toEqual([0, 0])
  expect(await ofUser(other.row.id)).toEqual([1, 2])
  expect(await rowOf(person.row.id)).toMatchObject({
    bannedAt: expect.any(Date),
    banReason: 'Shared mods',
    banEndsAt: endsAt,
  })
  expect((await rowOf(other.row.id))?.bannedAt).toBeNull()
})

test('a rolled-back ban has no effect', async () => {
  const { row, call } = await newPerson(store)
  const failed = inTransaction(store.db, async (tx) => {
    await banUser(tx, row.id, { reason: null, endsAt: null })
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect((await call('GET', '/api/auth/user')).statusCode).toBe(200)
})

test('an unbanned account has no traces of the ban', async () => {
  const { id } = await createUser(store.db, { username: freshName() })
  await inTransaction(store.db, (tx) => banUser(tx, id, { reason: 'x', endsAt: null }))
  await inTransaction(store.db, (tx) => unbanUser(tx, id))
  expect(await rowOf(id)).toMatchObject({ bannedAt: null, banReason: null, banEndsAt: null })
})

test('a ban lasts until its end, or forever without one', () => {
  const now = new Date('2030-06-01T12:00:00Z')
  const bannedAt = new Date('2030-05-01T12:00:00Z')
  const before = new Date(now.getTime() - 1)
  const after = new Date(now.getTime() + 1)
  expect(isBanned({ bannedAt: null, banEndsAt: null }, now)).toBe(false)
  expect(isBanned({ bannedAt, banEndsAt: null }, now)).toBe(true)
  expect(isBanned({ bannedAt, banEndsAt: after }, now)).toBe(true)
  expect(isBanned({ bannedAt, banEndsAt: now }, now)).toBe(false)
  expect(isBanned({ bannedAt, banEndsAt: before }, now)).toBe(false)
})
