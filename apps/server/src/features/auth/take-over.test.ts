import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { recoveryCodes } from '@slipstream/db/tables/auth'
import { users } from '@slipstream/db/tables/users'
import { type createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { mailedSecret } from '#testing/mailed-secret.ts'
import { addPasskey } from '#testing/passkeys.ts'
import { freshName, newBrowser, newPerson, signIn } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()

const NEW = 'an entirely new one'
const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const rowOf = async (id: number) => (await store.db.select().from(users).where(eq(users.id, id)))[0]
const verify = (token: string, browser = newBrowser(store)) => browser.call('POST', '/api/auth/verify-email', { token })
const takeOver = (token: string, password = NEW) =>
  newBrowser(store).call('POST', '/api/auth/take-over', { token, password })

/** Somebody typed the address of another person first, and has every way into the account there is. */
const newSquatter = async (values: Parameters<typeof createUser>[1] = {}) => {
  const email = `${freshName()}@victim.example`
  const discord = { discordId: String(Date.now()), discordUsername: 'mallory' }
  const person = await newPerson(store, { email, emailVerifiedAt: null, ...discord, ...values })
  await addPasskey(store, person)
  await store.db
    .update(users)
    .set({ twoFactorSince: new Date(), twoFactorSecret: 'theirs' })
    .where(eq(users.id, person.row.id))
  await person.call('POST', '/api/account/email', { email })
  return { ...person, email, secret: await mailedSecret(store, email, 'verify') }
}

describe('a confirmation link', () => {
  test('in a browser that is not signed in, a confirmation link confirms nothing and stays valid', async () => {
    const { secret, row, browser } = await newSquatter()
    expect(outcome(await verify(secret))).toEqual([403, 'auth.sign_in_or_take_over'])
    const stranger = await newPerson(store)
    expect(outcome(await verify(secret, stranger.browser))).toEqual([403, 'auth.sign_in_or_take_over'])
    expect(await rowOf(row.id)).toMatchObject({ emailVerifiedAt: null })
    expect((await verify(secret, browser)).statusCode).toBe(200)
  })

  test('a confirmation link opened by its signed-in account keeps Discord and every other way in', async () => {
    const { secret, row, browser, call } = await newSquatter()
    expect((await verify(secret, browser)).statusCode).toBe(200)
    expect(await rowOf(row.id)).toMatchObject({
      ...{ emailVerifiedAt: expect.any(Date), discordUsername: 'mallory', passkeyCount: 1 },
      twoFactorSince: expect.any(Date),
    })
    expect((await call('GET', '/api/auth/user')).statusCode).toBe(200)
  })

  test('an account that is taken over with a new password has no other way in: no session, Discord, passkey, app or code', async () => {
    const { secret, row, call, email } = await newSquatter()
    expect((await takeOver(secret)).statusCode).toBe(200)
    expect((await call('GET', '/api/auth/user')).statusCode).toBe(401)
    expect(await rowOf(row.id)).toMatchObject({
      ...{ email, emailVerifiedAt: expect.any(Date), discordId: null, discordUsername: null, passkeyCount: 0 },
      ...{ twoFactorSince: null, twoFactorSecret: null },
    })
    expect(await store.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, row.id))).toEqual([])
    const login = { username: row.username, password: PUBLIC_PASSWORD }
    expect((await newBrowser(store).call('POST', '/api/auth/login', login)).statusCode).toBe(401)
    await signIn(newBrowser(store), row.username, NEW)
    expect(outcome(await takeOver(secret))).toEqual([410, 'auth.link_expired'])
  })

  test('a weak password takes over nothing, and the link stays valid', async () => {
    const { secret, row } = await newSquatter()
    expect(outcome(await takeOver(secret, 'password123'))).toEqual([400, 'auth.weak_password'])
    expect(await rowOf(row.id)).toMatchObject({ emailVerifiedAt: null, discordUsername: 'mallory' })
    expect((await takeOver(secret)).statusCode).toBe(200)
  })

  test.each([
    ['with a confirmed address, whose owner mistyped a new one', { emailVerifiedAt: new Date() }],
    ['of an administrator', { emailVerifiedAt: null, isAdmin: true }],
  ])('an account %s is not taken over', async (_what, values) => {
    const person = await newPerson(store, values)
    const typo = `${freshName()}@victim.example`
    await person.call('POST', '/api/account/email', { email: typo })
    const secret = await mailedSecret(store, typo, 'verify')
    expect(outcome(await verify(secret))).toEqual([403, 'auth.sign_in_to_confirm'])
    expect(outcome(await takeOver(secret))).toEqual([403, 'auth.sign_in_to_confirm'])
    expect((await person.call('GET', '/api/auth/user')).statusCode).toBe(200)
  })
})

test('after a reset the answer names every other way into the account', async () => {
  const email = `${freshName()}@mail.example`
  const person = await newPerson(store, { email, discordId: '77', discordUsername: 'mallory' })
  await addPasskey(store, person)
  await newBrowser(store).call('POST', '/api/auth/forgot-password', { email })
  const token = await mailedSecret(store, email, 'reset')
  const answer = await newBrowser(store).call('POST', '/api/auth/reset-password', { token, password: NEW })
  expect(answer.json()).toMatchObject({ otherWays: { discordUsername: 'mallory', passkeys: 1, hasApp: false } })
})
