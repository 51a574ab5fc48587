import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import type { AssertionOptions } from '@slipstream/contract/passkeys'
import { inTransaction } from '@slipstream/db/client'
import { sessions } from '@slipstream/db/tables/auth'
import { passkeyChallenges, passkeys } from '@slipstream/db/tables/passkeys'
import { users } from '@slipstream/db/tables/users'
import { PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { changeSettings } from '#features/settings/settings.service.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { addPasskey, creationOptions, originOf, signInByPasskey } from '#testing/passkeys.ts'
import { newBrowser, newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { newSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()

const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]

const loseProof = async ({ row }: Person) => {
  await store.db
    .update(sessions)
    .set({ provenAt: new Date(0) })
    .where(eq(sessions.userId, row.id))
  store.services.auth.identity.forget(row.id)
}

const passwordStep = async (person: Person) => {
  const browser = newBrowser(store)
  const answer = await browser.call('POST', '/api/auth/login', {
    username: person.row.username,
    password: PUBLIC_PASSWORD,
  })
  return { browser, ...answer.json<{ success: boolean; challenge: string; factors: string[] }>() }
}

describe('adding a passkey', () => {
  test('adding a passkey stores the public key, returns recovery codes with the first factor and mails the owner', async () => {
    const person = await newPerson(store, { email: 'phone.owner@mail.example' })
    const { passkey, recoveryCodes } = await addPasskey(store, person, 'Phone')
    expect(passkey).toEqual({
      id: expect.any(Number),
      name: 'Phone',
      isBackedUp: false,
      createdAt: expect.any(String),
      usedAt: null,
    })
    expect(recoveryCodes).toHaveLength(10)
    const second = await addPasskey(store, person, 'Laptop')
    expect(second.recoveryCodes).toBeNull()
    expect((await person.call('GET', '/api/account/passkeys')).json()).toEqual([passkey, second.passkey])
    expect((await person.call('GET', '/api/account')).json()).toMatchObject({ passkeys: 2, recoveryCodesLeft: 10 })
    await runJobs(store)
    const [mail] = await readMailbox('phone.owner@mail.example')
    expect(mail?.subject).toMatch(/^A passkey was added to your account/)
  })

  test('adding the first second factor ends all other sessions, because they started without one', async () => {
    const person = await newPerson(store)
    const elsewhere = newBrowser(store)
    const login = { username: person.row.username, password: PUBLIC_PASSWORD }
    await elsewhere.call('POST', '/api/auth/login', login)
    await addPasskey(store, person)
    expect((await elsewhere.call('GET', '/api/auth/user')).statusCode).toBe(401)
    expect((await person.call('GET', '/api/auth/user')).statusCode).toBe(200)
  })

  test('adding and removing a passkey require reauthentication, which a passkey can provide', async () => {
    const person = await newPerson(store)
    const { authenticator, passkey } = await addPasskey(store, person)
    await loseProof(person)
    const wanted = [403, 'auth.proof_required']
    expect(outcome(await person.call('POST', '/api/account/passkeys/options'))).toEqual(wanted)
    expect(outcome(await person.call('DELETE', `/api/account/passkeys/${passkey.id}`))).toEqual(wanted)

    const options = (await person.call('POST', '/api/auth/prove/passkey/options')).json<AssertionOptions>()
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([authenticator.id])
    const proof = { assertion: authenticator.get(options) }
    expect((await person.call('POST', '/api/auth/prove/passkey', proof)).statusCode).toBe(200)
    expect((await person.call('DELETE', `/api/account/passkeys/${passkey.id}`)).statusCode).toBe(200)
  })

  test('an account holds at most ten passkeys, even if the tenth and eleventh are added at once', async () => {
    const person = await newPerson(store)
    for (let count = 0; count < 9; count += 1) await addPasskey(store, person, `Passkey ${count}`)
    // Two pages asked at the same moment. Otherwise the second challenge replaces the first.
    const first = await creationOptions(person)
    const [challenge] = await store.db
      .select()
      .from(passkeyChallenges)
      .where(eq(passkeyChallenges.userId, person.row.id))
    const second = await creationOptions(person)
    await store.db.insert(passkeyChallenges).values(challenge!)
    const answers = await Promise.all(
      [first, second].map((options) => {
        const credential = newSoftwareAuthenticator(originOf(store)).create(options)
        return person.call('POST', '/api/account/passkeys', { name: 'One more', credential })
      }),
    )
    expect(answers.map(outcome).sort()).toEqual([
      [200, undefined],
      [409, 'account.too_many_passkeys'],
    ])
    expect(outcome(await person.call('POST', '/api/account/passkeys/options'))).toEqual([
      409,
      'account.too_many_passkeys',
    ])
    expect(await store.db.$count(passkeys, eq(passkeys.userId, person.row.id))).toBe(10)
  })

  test('a passkey belongs to one account', async () => {
    const [one, other] = [await newPerson(store), await newPerson(store)]
    const { authenticator } = await addPasskey(store, one)
    const credential = authenticator.create(await creationOptions(other))
    const answer = await other.call('POST', '/api/account/passkeys', { name: 'Taken', credential })
    expect(outcome(answer)).toEqual([409, 'account.passkey_known'])
    expect((await other.call('GET', '/api/account')).json()).toMatchObject({ passkeys: 0 })
  })
})

describe('signing in with a passkey', () => {
  test('[CAP-28] [OWN-10] signing in with a passkey takes one step and shows in the history', async () => {
    const person = await newPerson(store)
    const { authenticator } = await addPasskey(store, person)
    const browser = newBrowser(store)
    const answer = await signInByPasskey(browser, authenticator)
    expect(answer.json()).toMatchObject({ success: true, token: expect.any(String), user: { id: person.row.id } })
    expect((await browser.call('GET', '/api/account/sessions')).json()[0]).toMatchObject({ method: 'passkey' })
    expect((await browser.call('GET', '/api/account/sign-ins')).json()[0]).toMatchObject({
      method: 'passkey',
      result: 'ok',
    })
    expect((await browser.call('GET', '/api/account/passkeys')).json()[0].usedAt).toEqual(expect.any(String))
  })

  test('only administrators can sign in with a passkey on the admin page', async () => {
    const [admin, customer] = [await newPerson(store, { isAdmin: true }), await newPerson(store)]
    const [theirs, others] = [await addPasskey(store, admin), await addPasskey(store, customer)]
    const [entered, refused] = [newBrowser(store), newBrowser(store)]
    expect((await signInByPasskey(entered, theirs.authenticator, { adminsOnly: true })).statusCode).toBe(200)
    expect(outcome(await signInByPasskey(refused, others.authenticator, { adminsOnly: true }))).toEqual([
      403,
      'auth.admin_required',
    ])
    expect((await refused.call('GET', '/api/auth/user')).statusCode).toBe(401)
  })

  test('an account with only a passkey can sign in and cannot remove its last one', async () => {
    const person = await newPerson(store)
    const { authenticator, passkey } = await addPasskey(store, person)
    await store.db.update(users).set({ passwordHash: null }).where(eq(users.id, person.row.id))
    const browser = newBrowser(store)
    expect((await signInByPasskey(browser, authenticator)).statusCode).toBe(200)
    expect(outcome(await browser.call('DELETE', `/api/account/passkeys/${passkey.id}`))).toEqual([
      409,
      'account.last_way_in',
    ])
    expect((await browser.call('GET', '/api/account/passkeys')).json()).toHaveLength(1)
  })
})

describe('a passkey as the second factor', () => {
  test('[OWN-10] a passkey as second factor completes a sign-in that the password alone does not', async () => {
    const person = await newPerson(store)
    const { authenticator } = await addPasskey(store, person)
    const { browser, success, challenge, factors } = await passwordStep(person)
    expect([success, factors]).toEqual([false, ['passkey']])
    const address = '/api/auth/second-factor/passkey'
    const options = (await browser.call('POST', `${address}/options`, { challenge })).json<AssertionOptions>()
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([authenticator.id])
    // Security keys omit the user handle when credentials were listed.
    const assertion = authenticator.get(options, { userHandle: null })
    expect((await browser.call('POST', address, { challenge, assertion })).statusCode).toBe(200)
    expect((await browser.call('GET', '/api/auth/user')).statusCode).toBe(200)
    // Both challenges were used up.
    expect(outcome(await browser.call('POST', `${address}/options`, { challenge }))).toEqual([410, 'auth.link_expired'])
  })

  test('recovery codes work next to a passkey and end with the last second factor', async () => {
    const person = await newPerson(store)
    const { passkey, recoveryCodes } = await addPasskey(store, person)
    const [code = ''] = recoveryCodes ?? []
    const { browser, challenge } = await passwordStep(person)
    expect((await browser.call('POST', '/api/auth/second-factor', { challenge, code })).statusCode).toBe(200)
    expect((await person.call('DELETE', `/api/account/passkeys/${passkey.id}`)).statusCode).toBe(200)
    expect((await person.call('GET', '/api/account')).json()).toMatchObject({ passkeys: 0, recoveryCodesLeft: 0 })
    expect((await passwordStep(person)).success).toBe(true)
  })

  test('a passkey gives access to an admin panel that requires a second factor, and passkey changes are audited', async () => {
    await inTransaction(store.db, (tx) => changeSettings(tx, { adminsNeedTwoFactor: true }))
    await vi.waitFor(() => expect(store.services.settings.current().adminsNeedTwoFactor).toBe(true))
    const admin = await newPerson(store, { isAdmin: true })
    const audit = () => admin.call('GET', '/api/admin/audit')
    expect(outcome(await audit())).toEqual([403, 'auth.two_factor_required'])
    const { passkey } = await addPasskey(store, admin, 'Key ring')
    expect((await audit()).statusCode).toBe(200)
    await admin.call('DELETE', `/api/account/passkeys/${passkey.id}`)
    const [removed, added] = await lastChanges(store.db)
    const entry = { actorId: admin.row.id, subject: 'passkey', subjectName: 'Key ring' }
    expect([added, removed]).toMatchObject([
      { ...entry, action: 'add' },
      { ...entry, action: 'remove' },
    ])
  })
})

test('only its owner can rename a passkey, and it is part of the export and the erasure', async () => {
  const [owner, other] = [await newPerson(store), await newPerson(store)]
  const { passkey } = await addPasskey(store, owner)
  const address = `/api/account/passkeys/${passkey.id}`
  expect((await other.call('PATCH', address, { name: 'Mine now' })).statusCode).toBe(404)
  expect((await owner.call('PATCH', address, { name: 'Old phone' })).json()).toMatchObject({ name: 'Old phone' })
  const data = (await owner.call('GET', '/api/account/export')).json()
  expect(JSON.stringify(data)).toContain('Old phone')
  expect((await owner.call('DELETE', '/api/account', { username: owner.row.username })).statusCode).toBe(200)
  expect(await store.db.$count(passkeys, eq(passkeys.userId, owner.row.id))).toBe(0)
})
