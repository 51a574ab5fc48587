import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AssertionOptions } from '@slipstream/contract/passkeys'
import { inTransaction } from '@slipstream/db/client'
import { passkeyChallenges, passkeys } from '@slipstream/db/tables/passkeys'
import { PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { banUser } from '#features/users/ban.service.ts'
import { addPasskey, creationOptions, originOf, signInByPasskey, signInOptions } from '#testing/passkeys.ts'
import { newBrowser, newPerson } from '#testing/people.ts'
import { newSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { verifyNewCredential } from './webauthn.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const WRONG = [403, 'auth.wrong_passkey']
const EXPIRED = [410, 'auth.passkey_expired']

const newOwner = async () => {
  const person = await newPerson(store)
  return { person, ...(await addPasskey(store, person)) }
}

describe('a sign-in is refused', () => {
  test.each([
    ['that another site asked for', { origin: 'https://slipstream.example.evil' }],
    ['of another relying party', { rpId: 'slipstream.example' }],
    ['without the user being verified', { isUserVerified: false }],
    ['that is really a registration', { type: 'webauthn.create' }],
    ['that does not say whose passkey it is', { userHandle: null }],
    ['that says it is somebody else', { userHandle: Buffer.from('1').toString('base64url') }],
    ['whose counter has gone back', { counter: 1 }],
  ])('%s', async (_, lies) => {
    const { person, authenticator } = await newOwner()
    const browser = newBrowser(store)
    expect((await signInByPasskey(browser, authenticator)).statusCode).toBe(200)
    const stranger = newBrowser(store)
    expect(outcome(await signInByPasskey(stranger, authenticator, lies))).toEqual(WRONG)
    expect((await stranger.call('GET', '/api/auth/user')).statusCode).toBe(401)
    // The owner sees the attempt.
    expect((await person.call('GET', '/api/account/sign-ins')).json()).toContainEqual(
      expect.objectContaining({ method: 'passkey', result: 'wrong_secret' }),
    )
  })

  test('with an answer that was sent before, or of which the store never asked the question', async () => {
    const { authenticator } = await newOwner()
    const browser = newBrowser(store)
    const assertion = authenticator.get(await signInOptions(browser))
    const send = () => browser.call('POST', '/api/auth/passkey', { assertion, adminsOnly: false })
    expect((await send()).statusCode).toBe(200)
    expect(outcome(await send())).toEqual(EXPIRED)
    const invented = Buffer.alloc(32).toString('base64url')
    expect(outcome(await signInByPasskey(browser, authenticator, { challenge: invented }))).toEqual(EXPIRED)
  })

  test('of two that send the same answer at once, one', async () => {
    const { authenticator } = await newOwner()
    const assertion = authenticator.get(await signInOptions(newBrowser(store)))
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => newBrowser(store).call('POST', '/api/auth/passkey', { assertion, adminsOnly: false })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410, 410])
  })

  test('after five minutes', async () => {
    const { authenticator } = await newOwner()
    const browser = newBrowser(store)
    const options = await signInOptions(browser)
    const [{ expiresAt } = { expiresAt: new Date(0) }] = await store.db
      .select()
      .from(passkeyChallenges)
      .where(eq(passkeyChallenges.purpose, 'sign_in'))
    expect(Math.abs(expiresAt.getTime() - Date.now() - 5 * 60_000)).toBeLessThan(60_000)
    await store.db.update(passkeyChallenges).set({ expiresAt: new Date(Date.now() - 1) })
    const assertion = authenticator.get(options)
    expect(outcome(await browser.call('POST', '/api/auth/passkey', { assertion, adminsOnly: false }))).toEqual(EXPIRED)
    // The next challenge sweeps what is over.
    await signInOptions(browser)
    expect(await store.db.$count(passkeyChallenges)).toBe(1)
  })

  test('with a passkey nobody has, a signature by another key, or rubbish', async () => {
    const { authenticator } = await newOwner()
    const stranger = newSoftwareAuthenticator(originOf(store))
    const browser = newBrowser(store)
    expect(outcome(await signInByPasskey(browser, stranger, { userHandle: 'MQ' }))).toEqual(WRONG)
    const options = await signInOptions(browser)
    const { signature } = stranger.get(options)
    const assertion = { ...authenticator.get(options), signature }
    expect(outcome(await browser.call('POST', '/api/auth/passkey', { assertion, adminsOnly: false }))).toEqual(WRONG)
    for (const clientDataJSON of [
      'AAAA',
      Buffer.from('null').toString('base64url'),
      Buffer.from('{}').toString('base64url'),
    ]) {
      const answer = await browser.call('POST', '/api/auth/passkey', {
        assertion: { ...assertion, clientDataJSON },
        adminsOnly: false,
      })
      expect(outcome(answer)).toEqual(WRONG)
    }
  })

  test('to somebody who is banned', async () => {
    const { person, authenticator } = await newOwner()
    await inTransaction(store.db, (tx) => banUser(tx, person.row.id, { reason: null, endsAt: null }))
    expect(outcome(await signInByPasskey(newBrowser(store), authenticator))).toEqual([403, 'auth.banned'])
  })

  test('after ten attempts a minute from one address, and no more than thirty challenges are handed out', async () => {
    const { authenticator } = await newOwner()
    const browser = newBrowser(store)
    const codes = []
    for (let attempt = 0; attempt < 11; attempt += 1) {
      codes.push((await signInByPasskey(browser, authenticator, { origin: 'https://evil.example' })).statusCode)
    }
    expect(codes).toEqual([...Array<number>(10).fill(403), 429])
    for (let count = 11; count < 30; count += 1) await signInOptions(browser)
    expect((await browser.call('POST', '/api/auth/passkey/options')).statusCode).toBe(429)
  })
})

test('a challenge for one purpose or person is worth nothing for another', async () => {
  const [one, other] = [await newOwner(), await newOwner()]
  const proving = (await one.person.call('POST', '/api/auth/prove/passkey/options')).json<AssertionOptions>()
  const browser = newBrowser(store)
  const signIn = { assertion: one.authenticator.get(proving), adminsOnly: false }
  expect(outcome(await browser.call('POST', '/api/auth/passkey', signIn))).toEqual(EXPIRED)
  const theirProof = { assertion: other.authenticator.get(proving) }
  expect(outcome(await other.person.call('POST', '/api/auth/prove/passkey', theirProof))).toEqual(EXPIRED)
  // Even in the right hands, another person's passkey proves nothing.
  expect(outcome(await one.person.call('POST', '/api/auth/prove/passkey', theirProof))).toEqual(WRONG)
})

test('the second factor of one account cannot be the passkey of another', async () => {
  const [one, other] = [await newOwner(), await newOwner()]
  const browser = newBrowser(store)
  const { challenge } = (
    await browser.call('POST', '/api/auth/login', { username: one.person.row.username, password: PUBLIC_PASSWORD })
  ).json<{ challenge: string }>()
  const address = '/api/auth/second-factor/passkey'
  const attempt = async ({ authenticator }: typeof one) => {
    const options = (await browser.call('POST', `${address}/options`, { challenge })).json<AssertionOptions>()
    return browser.call('POST', address, { challenge, assertion: authenticator.get(options) })
  }
  expect(outcome(await attempt(other))).toEqual(WRONG)
  expect((await attempt(one)).statusCode).toBe(200)
})

describe('a new passkey is refused', () => {
  test.each([
    ['from another site', { origin: 'https://slipstream.example.evil' }],
    ['for another relying party', { rpId: 'slipstream.example' }],
    ['without the user being verified', { isUserVerified: false }],
  ])('%s', async (_, lies) => {
    const person = await newPerson(store)
    const credential = newSoftwareAuthenticator(originOf(store)).create(await creationOptions(person), lies)
    const body = { name: 'Phone', credential }
    expect(outcome(await person.call('POST', '/api/account/passkeys', body))).toEqual(WRONG)
    // The challenge is used up all the same.
    expect(outcome(await person.call('POST', '/api/account/passkeys', body))).toEqual(EXPIRED)
    expect(await store.db.$count(passkeys, eq(passkeys.userId, person.row.id))).toBe(0)
  })

  test('with a certificate, before anything of it is read', async () => {
    const person = await newPerson(store)
    const options = await creationOptions(person)
    const certificate = Buffer.from('not even a certificate')
    const credential = newSoftwareAuthenticator(originOf(store)).create(options, { certificate })
    await expect(
      verifyNewCredential(store.services.auth.relyingParty, options.challenge, credential),
    ).rejects.toMatchObject({ cause: { message: 'attestation of the format packed was not asked for' } })
    expect(outcome(await person.call('POST', '/api/account/passkeys', { name: 'Phone', credential }))).toEqual(WRONG)
  })
})
