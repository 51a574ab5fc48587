import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { AssertionOptions } from '@slipstream/contract/passkeys'
import { inTransaction } from '@slipstream/db/client'
import { passkeyChallenges, passkeys } from '@slipstream/db/tables/passkeys'
import { PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { banUser } from '#features/users/ban.service.ts'
import { addPasskey, creationOptions, originOf, signInByPasskey, signInOptions } from '#testing/passkeys.ts'
import { newBrowser, newPerson } from '#testing/people.ts'
import { newSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { openFileStore } from '#testing/test-store.ts'
import { verifyNewCredential } from './webauthn.ts'

const store = await openFileStore()

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

describe('a refused passkey sign-in', () => {
  test.each([
    ['requested by another site', { origin: 'https://slipstream.example.evil' }],
    ['of another relying party', { rpId: 'slipstream.example' }],
    ['without the user being verified', { isUserVerified: false }],
    ['with a registration response', { type: 'webauthn.create' }],
    ['without a user handle', { userHandle: null }],
    ['with another person’s user handle', { userHandle: Buffer.from('1').toString('base64url') }],
    ['whose counter went backward', { counter: 1 }],
  ])('a passkey sign-in %s is refused', async (_, lies) => {
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

  test('a passkey sign-in with a replayed answer or an unknown challenge is refused', async () => {
    const { authenticator } = await newOwner()
    const browser = newBrowser(store)
    const assertion = authenticator.get(await signInOptions(browser))
    const send = () => browser.call('POST', '/api/auth/passkey', { assertion, adminsOnly: false })
    expect((await send()).statusCode).toBe(200)
    expect(outcome(await send())).toEqual(EXPIRED)
    const invented = Buffer.alloc(32).toString('base64url')
    expect(outcome(await signInByPasskey(browser, authenticator, { challenge: invented }))).toEqual(EXPIRED)
  })

  test('if the same passkey answer is sent twice at once, one is refused', async () => {
    const { authenticator } = await newOwner()
    const assertion = authenticator.get(await signInOptions(newBrowser(store)))
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => newBrowser(store).call('POST', '/api/auth/passkey', { assertion, adminsOnly: false })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410, 410])
  })

  test('a passkey challenge expires after five minutes', async () => {
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
    // Issuing the next challenge sweeps expired ones.
    await signInOptions(browser)
    expect(await store.db.$count(passkeyChallenges)).toBe(1)
  })

  test('a sign-in with an unknown passkey, a signature by another key or garbage is refused', async () => {
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

  test('a banned person cannot sign in with a passkey', async () => {
    const { person, authenticator } = await newOwner()
    await inTransaction(store.db, (tx) => banUser(tx, person.row.id, { reason: null, endsAt: null }))
    expect(outcome(await signInByPasskey(newBrowser(store), authenticator))).toEqual([403, 'auth.banned'])
  })

  test('one address gets ten passkey attempts and thirty challenges a minute', async () => {
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

test('a passkey challenge is bound to its purpose and person', async () => {
  const [one, other] = [await newOwner(), await newOwner()]
  const proving = (await one.person.call('POST', '/api/auth/prove/passkey/options')).json<AssertionOptions>()
  const browser = newBrowser(store)
  const signIn = { assertion: one.authenticator.get(proving), adminsOnly: false }
  expect(outcome(await browser.call('POST', '/api/auth/passkey', signIn))).toEqual(EXPIRED)
  const theirProof = { assertion: other.authenticator.get(proving) }
  expect(outcome(await other.person.call('POST', '/api/auth/prove/passkey', theirProof))).toEqual(EXPIRED)
  // Another person's passkey proves nothing, even with a valid challenge.
  expect(outcome(await one.person.call('POST', '/api/auth/prove/passkey', theirProof))).toEqual(WRONG)
})

test('another account’s passkey is not accepted as the second factor', async () => {
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

describe('a refused new passkey', () => {
  test.each([
    ['created on another site', { origin: 'https://slipstream.example.evil' }],
    ['for another relying party', { rpId: 'slipstream.example' }],
    ['without the user being verified', { isUserVerified: false }],
  ])('a new passkey %s is refused', async (_, lies) => {
    const person = await newPerson(store)
    const credential = newSoftwareAuthenticator(originOf(store)).create(await creationOptions(person), lies)
    const body = { name: 'Phone', credential }
    expect(outcome(await person.call('POST', '/api/account/passkeys', body))).toEqual(WRONG)
    // The challenge is used up anyway.
    expect(outcome(await person.call('POST', '/api/account/passkeys', body))).toEqual(EXPIRED)
    expect(await store.db.$count(passkeys, eq(passkeys.userId, person.row.id))).toBe(0)
  })

  test('a new passkey with an attestation certificate is refused before the certificate is parsed', async () => {
    const person = await newPerson(store)
    const options = await creationOptions(person)
    const certificate = Buffer.from('not even a certificate')
    const credential = newSoftwareAuthenticator(originOf(store)).create(options, { certificate })
    await expect(
      verifyNewCredential(store.services.auth.relyingParty, options.challenge, credential),
    ).rejects.toMatchObject({ cause: { message: 'unrequested attestation format packed' } })
    expect(outcome(await person.call('POST', '/api/account/passkeys', { name: 'Phone', credential }))).toEqual(WRONG)
  })
})
