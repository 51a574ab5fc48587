import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { oneTimeSecrets } from '@slipstream/db/tables/auth'
import { users } from '@slipstream/db/tables/users'
import { createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { changeSettings } from '#features/settings/settings.service.ts'
import type { Browser } from '#testing/browser.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { mailedSecret, newestMail } from '#testing/mailed-secret.ts'
import { freshName, newBrowser, newPerson, register, withToken } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()

const freshAddress = () => `${freshName()}@mail.example`
const verify = (token: string, { browser }: { browser: Browser }) =>
  browser.call('POST', '/api/auth/verify-email', { token })
const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const EXPIRED = [410, 'auth.link_expired']

const registered = async (email: string) => {
  const browser = newBrowser(store)
  const answer = await register(browser, { email })
  expect(answer.statusCode, answer.body).toBe(200)
  const { token, user } = answer.json<{ token: string; user: { id: number; username: string } }>()
  return { browser, call: withToken(store.app, token), user }
}

describe('the address of a new account', () => {
  test('the address of a new account is confirmed by the mailed link, once, in a browser that is signed in to it', async () => {
    const email = freshAddress()
    const person = await registered(email)
    const { call } = person
    expect((await call('GET', '/api/auth/user')).json()).toMatchObject({ email, emailVerified: false })
    const mail = await newestMail(store, email)
    expect(mail).toMatchObject({ to: [email], subject: 'Confirm your e-mail address for Slipstream' })
    expect(mail.text).toContain('The link works once and expires in 24 hours.')

    const secret = await mailedSecret(store, email, 'verify')
    const answer = await verify(secret, person)
    expect(answer.json()).toEqual({ success: true, message: 'Your e-mail address is confirmed.' })
    expect((await call('GET', '/api/auth/user')).json()).toMatchObject({ email, emailVerified: true })
    expect(outcome(await verify(secret, person))).toEqual(EXPIRED)
  })

  test('an address is not confirmed by an invented or expired secret, and its secret cannot reset a password', async () => {
    const email = freshAddress()
    const person = await registered(email)
    const { user } = person
    const secret = await mailedSecret(store, email, 'verify')
    expect(outcome(await verify('x'.repeat(43), person))).toEqual(EXPIRED)
    const reset = await newBrowser(store).call('POST', '/api/auth/reset-password', {
      token: secret,
      password: 'an entirely new one',
    })
    expect(outcome(reset)).toEqual(EXPIRED)
    const [kept] = await store.db.select().from(oneTimeSecrets).where(eq(oneTimeSecrets.userId, user.id))
    expect(kept?.hash).not.toBe(secret)
    expect(((kept?.expiresAt.getTime() ?? 0) - (kept?.createdAt.getTime() ?? 0)) / 3_600_000).toBeCloseTo(24, 1)
    await store.db.execute(sql`update one_time_secrets set expires_at = now() where user_id = ${user.id}`)
    expect(outcome(await verify(secret, person))).toEqual(EXPIRED)
  })

  test('a secret that resets a password confirms no address', async () => {
    const email = freshAddress()
    const person = await registered(email)
    await verify(await mailedSecret(store, email, 'verify'), person)
    await newBrowser(store).call('POST', '/api/auth/forgot-password', { email })
    expect(outcome(await verify(await mailedSecret(store, email, 'reset'), person))).toEqual(EXPIRED)
  })

  test('a mail shows the store’s name at the time it is written', async () => {
    await inTransaction(store.db, (tx) => changeSettings(tx, { storeName: 'Redline' }))
    const email = freshAddress()
    await registered(email)
    expect((await newestMail(store, email)).subject).toBe('Confirm your e-mail address for Redline')
    await inTransaction(store.db, (tx) => changeSettings(tx, { storeName: 'Slipstream' }))
  })
})

describe('an unverified address', () => {
  test('an unverified address blocks nobody: the account that opens the mailed link gets it', async () => {
    const email = freshAddress()
    const squatter = await registered(email)
    const owner = await registered(email)
    await verify(await mailedSecret(store, email, 'verify'), owner)
    expect((await owner.call('GET', '/api/auth/user')).json()).toMatchObject({ email, emailVerified: true })
    expect((await squatter.call('GET', '/api/auth/user')).json()).toMatchObject({ emailVerified: false })
    // The address now signs its owner in and receives the owner's reset links.
    const login = { username: email, password: PUBLIC_PASSWORD }
    expect((await newBrowser(store).call('POST', '/api/auth/login', login)).json().user.id).toBe(owner.user.id)
  })

  test('an unverified address gets no reset link, because another person may have created that account', async () => {
    const email = freshAddress()
    await registered(email)
    await newBrowser(store).call('POST', '/api/auth/forgot-password', { email })
    await runJobs(store)
    expect((await readMailbox(email)).map(({ subject }) => subject)).toEqual([
      'Confirm your e-mail address for Slipstream',
    ])
  })

  test('an address goes to the account that opens its link first, and the link of the other account is refused', async () => {
    const email = freshAddress()
    const first = await registered(email)
    const firstSecret = await mailedSecret(store, email, 'verify')
    const second = await registered(email)
    const secondSecret = await mailedSecret(store, email, 'verify')
    expect(secondSecret).not.toBe(firstSecret)
    expect((await verify(firstSecret, first)).statusCode).toBe(200)
    expect(outcome(await verify(secondSecret, second))).toEqual([409, 'account.email_taken'])
    expect((await first.call('GET', '/api/auth/user')).json().emailVerified).toBe(true)
  })
})

describe('changing the address', () => {
  const change = ({ call }: { call: ReturnType<typeof withToken> }, email: string) =>
    call('POST', '/api/account/email', { email })
  const SENT = { success: true, message: 'Open the link we have sent to this address.' }

  test('a new address takes effect when the link in its mailbox is opened, and the old mailbox is told', async () => {
    const [before, after] = [freshAddress(), freshAddress()]
    const person = await newPerson(store, { email: before })
    expect((await change(person, after)).json()).toEqual(SENT)
    expect((await person.call('GET', '/api/account')).json()).toMatchObject({ email: before, emailVerified: true })
    await verify(await mailedSecret(store, after, 'verify'), person)
    expect((await person.call('GET', '/api/account')).json()).toMatchObject({ email: after, emailVerified: true })
    const told = await newestMail(store, before)
    expect(told.subject).toBe('Your e-mail address for Slipstream was changed')
    expect(told.text).not.toContain(after)
  })

  test('a change to another account’s address gets the usual answer, and only the owner of the address is told', async () => {
    const taken = freshAddress()
    await createUser(store.db, { username: freshName(), email: taken })
    const person = await newPerson(store)
    expect((await change(person, taken.toUpperCase())).json()).toEqual(SENT)
    const mail = await newestMail(store, taken)
    expect(mail.subject).toBe('You already have an account at Slipstream')
    expect(mail.text).not.toMatch(/#verify=/)
    expect((await person.call('GET', '/api/account')).json().email).toBe(person.row.email)
  })

  test('changing the address is refused if another account confirmed it first', async () => {
    const wanted = freshAddress()
    const person = await newPerson(store)
    await change(person, wanted)
    const secret = await mailedSecret(store, wanted, 'verify')
    await createUser(store.db, { username: freshName(), email: wanted })
    expect(outcome(await verify(secret, person))).toEqual([409, 'account.email_taken'])
    const [row] = await store.db.select().from(users).where(eq(users.id, person.row.id))
    expect(row?.email).toBe(person.row.email)
  })

  test('changing the address requires reauthentication', async () => {
    const person = await newPerson(store)
    await store.db.execute(
      sql`update sessions set proven_at = now() - interval '11 minutes' where user_id = ${person.row.id}`,
    )
    store.services.auth.identity.forget(person.row.id)
    expect(outcome(await change(person, freshAddress()))).toEqual([403, 'auth.proof_required'])
  })

  test('address changes send a mailbox at most three mails an hour from one account and ten in total', async () => {
    const email = freshAddress()
    const outcomes = []
    for (let account = 0; account < 4; account += 1) {
      const person = await newPerson(store)
      for (let time = 0; time < 4; time += 1) outcomes.push((await change(person, email)).statusCode)
    }
    expect(outcomes).toEqual([...Array<number[]>(3).fill([200, 200, 200, 429]).flat(), 200, 429, 429, 429])
    expect(outcome(await change(await newPerson(store), email))).toEqual([429, 'auth.mailbox_full'])
  })

  test('changing the address invalidates reset links in the old mailbox', async () => {
    const [before, after] = [freshAddress(), freshAddress()]
    const person = await newPerson(store, { email: before })
    await newBrowser(store).call('POST', '/api/auth/forgot-password', { email: before })
    const token = await mailedSecret(store, before, 'reset')
    await change(person, after)
    await verify(await mailedSecret(store, after, 'verify'), person)
    const body = { token, password: 'an entirely new one' }
    expect(outcome(await newBrowser(store).call('POST', '/api/auth/reset-password', body))).toEqual(EXPIRED)
  })

  test('an address change started by a session thief is canceled when the owner changes the password', async () => {
    const theirs = freshAddress()
    const person = await newPerson(store)
    await change(person, theirs)
    const secret = await mailedSecret(store, theirs, 'verify')
    await person.call('POST', '/api/account/password', { password: 'an entirely new one' })
    expect(outcome(await verify(secret, person))).toEqual(EXPIRED)
  })
})
