import { eq, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { users } from '@slipstream/db/tables/users'
import { createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { readMailbox } from '#testing/mailbox.ts'
import { addPasskey } from '#testing/passkeys.ts'
import { freshName, newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()

const STEP_MS = 30_000
/** The code an authenticator app shows; every step has a new one, usable once. */
const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })

const enrol = async ({ call }: Person) => {
  const { secret } = (await call('POST', '/api/account/two-factor')).json<{ secret: string }>()
  const confirmed = await call('POST', '/api/account/two-factor/confirm', { code: codeAt(secret) })
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  return { secret, codes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes }
}

/** Makes the last authentication of the sessions too old. */
const forgetProof = async ({ row }: Person) => {
  await store.db.execute(sql`update sessions set proven_at = now() - interval '11 minutes' where user_id = ${row.id}`)
  store.services.auth.identity.forget(row.id)
}

const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const WRONG = [403, 'auth.wrong_code']

const toldOf = async (address: string | null) => {
  await runJobs(store)
  return (await readMailbox(address ?? '')).map(({ subject, text }) => `${subject}: ${text}`)
}

test('with a second factor, the password alone proves nothing: neither the app nor the codes can be changed', async () => {
  const person = await newPerson(store)
  const { secret } = await enrol(person)
  await forgetProof(person)
  const prove = (body: object) => person.call('POST', '/api/auth/prove', body)
  expect(outcome(await prove({ password: PUBLIC_PASSWORD }))).toEqual([403, 'auth.factor_needed'])
  expect(outcome(await prove({ password: PUBLIC_PASSWORD, code: '000000' }))).toEqual(WRONG)
  expect(outcome(await prove({ code: codeAt(secret, 1) }))).toEqual([403, 'auth.wrong_password'])
  expect(outcome(await person.call('DELETE', '/api/account/two-factor'))).toEqual([403, 'auth.proof_required'])
  expect((await prove({ password: PUBLIC_PASSWORD, code: codeAt(secret, 1) })).statusCode).toBe(200)
  expect((await person.call('DELETE', '/api/account/two-factor')).statusCode).toBe(200)
})

test('an account without a password proves its presence with the second factor, and a recovery code works once', async () => {
  const person = await newPerson(store)
  const { codes } = await enrol(person)
  await store.db.update(users).set({ passwordHash: null, discordId: '4711' }).where(eq(users.id, person.row.id))
  await forgetProof(person)
  const [code] = codes
  expect((await person.call('POST', '/api/auth/prove', { code })).statusCode).toBe(200)
  expect(outcome(await person.call('POST', '/api/auth/prove', { code }))).toEqual(WRONG)
})

test('each change of the second factor sends one mail', async () => {
  const person = await newPerson(store)
  const { secret } = await enrol(person)
  await person.call('POST', '/api/account/two-factor/recovery-codes')
  await person.call('DELETE', '/api/account/two-factor')
  await person.call('DELETE', '/api/account/two-factor')
  const told = await toldOf(person.row.email)
  expect(told.filter((text) => text.startsWith('Your account at Slipstream was changed'))).toHaveLength(3)
  expect(told.join()).not.toContain(secret)
  for (const words of ['was added to your account', 'new recovery codes', 'was removed from your account']) {
    expect(told.filter((text) => text.includes(words))).toHaveLength(1)
  }
})

test('a passkey as the only second factor is needed too: the password alone removes no passkey', async () => {
  const person = await newPerson(store)
  await addPasskey(store, person)
  await forgetProof(person)
  const answer = await person.call('POST', '/api/auth/prove', { password: PUBLIC_PASSWORD })
  expect(outcome(answer)).toEqual([403, 'auth.factor_needed'])
})

test('granting and revoking the admin role mails the person', async () => {
  const admin = await newPerson(store, { isAdmin: true })
  const person = await newPerson(store)
  for (const isAdmin of [true, false]) {
    const answer = await admin.call('POST', `/api/admin/users/${person.row.id}/role`, { isAdmin })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const told = await toldOf(person.row.email)
  expect(told.filter((text) => text.includes('is now an administrator'))).toHaveLength(1)
  expect(told.filter((text) => text.includes('is no longer an administrator'))).toHaveLength(1)
})

test('an address that nobody has confirmed is told nothing about the account', async () => {
  const email = `${freshName()}@victim.example`
  const { id } = await createUser(store.db, { username: freshName(), email, emailVerifiedAt: null })
  const admin = await newPerson(store, { isAdmin: true })
  await admin.call('POST', `/api/admin/users/${id}/role`, { isAdmin: true })
  expect(await toldOf(email)).toEqual([])
})
