import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { users } from '@slipstream/db/tables/users'
import { createUser } from '@slipstream/db/testing/factories'
import { lastChanges } from '#testing/audit-log.ts'
import { newestMail } from '#testing/mailed-secret.ts'
import { addPasskey } from '#testing/passkeys.ts'
import { freshName, newBrowser, newPerson, signIn } from '#testing/people.ts'
import { PROCESSES_TIMEOUT_MS, runBin } from '#testing/run-bin.ts'
import { openFileStore } from '#testing/test-store.ts'

vi.setConfig({ testTimeout: PROCESSES_TIMEOUT_MS })

const store = await openFileStore()

const admin = (...words: string[]) => runBin('admin.ts', words, { DATABASE_URL: store.config.databaseUrl })
/** What the audit log says about an account, newest first. Nobody is named as the actor of a command. */
const notedOn = async (username: string) =>
  (await lastChanges(store.db)).flatMap(({ subjectName, actorId, action }) =>
    subjectName === username && actorId === null ? [action] : [],
  )
const rowOf = async (username: string) => (await store.db.select().from(users).where(eq(users.username, username)))[0]

test('creating the first administrator prints a one-time link for setting a password', async () => {
  const username = freshName()
  const { code, stdout, stderr } = await admin('create', username, `${username}@Store.example`)
  expect([code, stderr]).toEqual([0, ''])
  const [, secret = ''] = new RegExp(`\n${store.config.publicUrl}/login#invitation=([\\w-]{43})\n$`).exec(stdout) ?? []
  expect(await rowOf(username)).toMatchObject({ isAdmin: true, passwordHash: null, email: `${username}@store.example` })
  expect(await notedOn(username)).toEqual(['invite'])

  const body = { token: secret, password: 'chosen by the administrator' }
  expect((await newBrowser(store).call('POST', '/api/auth/invitation/accept', body)).statusCode).toBe(200)
  const { user } = await signIn(newBrowser(store), username, body.password)
  expect(user.isAdmin).toBe(true)
  expect((await newBrowser(store).call('POST', '/api/auth/invitation/accept', body)).statusCode).toBe(410)
})

test('creating an administrator with a taken name or address is refused and changes nothing', async () => {
  const { username, email } = await createUser(store.db, { username: freshName() })
  const wanted = freshName()
  const [sameName, sameAddress, badName] = await Promise.all([
    admin('create', username.toUpperCase(), 'new@store.example'),
    admin('create', wanted, email?.toUpperCase() ?? ''),
    admin('create', 'a b', 'new@store.example'),
  ])
  expect(sameName).toEqual({ code: 1, stdout: '', stderr: 'This username is taken. Choose another one.\n' })
  expect(sameAddress).toEqual({ code: 1, stdout: '', stderr: 'Another account uses this e-mail address.\n' })
  expect(badName).toMatchObject({ code: 1, stderr: expect.stringContaining('the name "a b": Use only letters') })
  expect(await rowOf(wanted)).toBeUndefined()
})

test('a ban from the command line takes effect at once in the running store and can be lifted', async () => {
  const { row, call } = await newPerson(store)
  expect((await call('GET', '/api/auth/user')).statusCode).toBe(200)
  expect(await admin('ban', row.username.toUpperCase(), 'Shared', 'paid', 'mods')).toMatchObject({ code: 0 })
  await vi.waitFor(async () => expect((await call('GET', '/api/auth/user')).statusCode).toBe(401))
  expect(await rowOf(row.username)).toMatchObject({ bannedAt: expect.any(Date), banReason: 'Shared paid mods' })

  expect(await admin('unban', row.username)).toEqual({
    code: 0,
    stdout: `${row.username} can sign in again\n`,
    stderr: '',
  })
  expect(await notedOn(row.username)).toEqual(['lift ban', 'ban'])
  await signIn(newBrowser(store), row.username)
})

test('the admin role can be granted and revoked from the command line', async () => {
  const { row } = await newPerson(store)
  expect((await admin('grant', row.username)).code).toBe(0)
  expect((await signIn(newBrowser(store), row.username)).user.isAdmin).toBe(true)
  expect((await admin('revoke', row.username)).code).toBe(0)
  expect((await signIn(newBrowser(store), row.username)).user.isAdmin).toBe(false)
  expect(await notedOn(row.username)).toEqual(['revoke administrator', 'make administrator'])
})

test('a wrong command prints the correct usage', async () => {
  const [unknown, nobody, incomplete] = await Promise.all([
    admin('toString', 'x'),
    admin('ban', 'nobody_at_all'),
    admin('create', 'only_a_name'),
  ])
  const usage = expect.stringMatching(/^usage: admin create NAME EMAIL \|/)
  expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: usage })
  expect(incomplete).toMatchObject({ code: 1, stdout: '', stderr: usage })
  expect(nobody).toEqual({ code: 1, stdout: '', stderr: 'there is no account named "nobody_at_all"\n' })
})

test('removing the second factor of an account lets its owner sign in without it', async () => {
  const person = await newPerson(store)
  const { row, call } = person
  await addPasskey(store, person)
  await store.db.update(users).set({ twoFactorSince: new Date(), twoFactorSecret: 'lost' }).where(eq(users.id, row.id))
  expect(await admin('end-two-factor', row.username)).toMatchObject({ code: 0 })
  await vi.waitFor(async () => expect((await call('GET', '/api/auth/user')).statusCode).toBe(401))
  expect(await rowOf(row.username)).toMatchObject({ twoFactorSince: null, twoFactorSecret: null, passkeyCount: 0 })
  expect(await notedOn(row.username)).toEqual(['end second factor'])
  expect((await newestMail(store, row.email ?? '')).text).toContain(
    'All passkeys and the authenticator app were removed',
  )
  await signIn(newBrowser(store), row.username)
})
