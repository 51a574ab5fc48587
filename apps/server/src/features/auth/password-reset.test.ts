import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { oneTimeSecrets, signIns } from '@slipstream/db/tables/auth'
import { createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { readMailbox } from '#testing/mailbox.ts'
import { mailedSecret, newestMail } from '#testing/mailed-secret.ts'
import { freshName, newBrowser, newPerson } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()

const NEW = 'an entirely new one'
const freshAddress = () => `${freshName()}@mail.example`
const forget = (email: string) => newBrowser(store).call('POST', '/api/auth/forgot-password', { email })
const choose = (token: string, password = NEW) =>
  newBrowser(store).call('POST', '/api/auth/reset-password', { token, password })
const login = (username: string, password: string) =>
  newBrowser(store).call('POST', '/api/auth/login', { username, password })
const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const EXPIRED = [410, 'auth.link_expired']

describe('a forgotten password', () => {
  test('a forgotten password is replaced by the mailed link, which works once and signs out everywhere', async () => {
    const email = freshAddress()
    const person = await newPerson(store, { email })
    expect(await person.call('GET', '/api/auth/user')).toMatchObject({ statusCode: 200 })
    await forget(email.toUpperCase())
    const token = await mailedSecret(store, email, 'reset')

    const answer = await choose(token)
    expect(answer.json()).toEqual({
      success: true,
      message: 'Your new password is set. Log in with it.',
      otherWays: { discordUsername: null, passkeys: 0, hasApp: false },
    })
    // The reset does not sign in: a second factor is still required at the next sign-in.
    expect(answer.cookies.map(({ name }) => name)).toEqual(['device'])
    expect((await person.call('GET', '/api/auth/user')).statusCode).toBe(401)
    expect((await person.browser.call('GET', '/api/auth/user')).statusCode).toBe(401)
    expect((await login(person.row.username, PUBLIC_PASSWORD)).statusCode).toBe(401)
    expect((await login(person.row.username, NEW)).statusCode).toBe(200)
    expect((await newestMail(store, email)).subject).toBe('Your password for Slipstream was changed')
    expect(outcome(await choose(token))).toEqual(EXPIRED)
    const noted = await store.db.select().from(signIns).where(eq(signIns.userId, person.row.id))
    expect(noted).toContainEqual(expect.objectContaining({ method: 'reset', result: 'ok' }))
  })

  test('a reset link expires after an hour', async () => {
    const email = freshAddress()
    const { id } = await createUser(store.db, { username: freshName(), email })
    await forget(email)
    const newest = await mailedSecret(store, email, 'reset')
    const [kept] = await store.db.select().from(oneTimeSecrets).where(eq(oneTimeSecrets.userId, id))
    expect(((kept?.expiresAt.getTime() ?? 0) - (kept?.createdAt.getTime() ?? 0)) / 60_000).toBeCloseTo(60, 1)
    await store.db.execute(sql`update one_time_secrets set expires_at = now() where user_id = ${id}`)
    expect(outcome(await choose(newest))).toEqual(EXPIRED)
  })

  test('a reset gives an account without a password its first one', async () => {
    const email = freshAddress()
    const { username } = await createUser(store.db, { username: freshName(), email, passwordHash: null })
    await forget(email)
    expect((await choose(await mailedSecret(store, email, 'reset'))).statusCode).toBe(200)
    expect((await login(username, NEW)).statusCode).toBe(200)
  })

  test('a reset with too short a password is refused and the link stays valid', async () => {
    const email = freshAddress()
    await createUser(store.db, { username: freshName(), email })
    await forget(email)
    const token = await mailedSecret(store, email, 'reset')
    expect(outcome(await choose(token, 'short'))).toEqual([400, 'request.invalid'])
    expect((await choose(token)).statusCode).toBe(200)
  })

  test('a reset for an unknown address sends no mail', async () => {
    const email = freshAddress()
    expect((await forget(email)).statusCode).toBe(200)
    await runJobs(store)
    expect(await readMailbox(email, 0)).toEqual([])
  })

  test('requesting and using reset links is limited to ten a minute per address', async () => {
    const browser = newBrowser(store)
    const statuses = []
    for (let time = 0; time < 6; time += 1) {
      const token = 'x'.repeat(43)
      statuses.push((await browser.call('POST', '/api/auth/forgot-password', { email: freshAddress() })).statusCode)
      statuses.push((await browser.call('POST', '/api/auth/reset-password', { token, password: NEW })).statusCode)
    }
    expect(statuses).toEqual([...Array<number[]>(5).fill([200, 410]).flat(), 429, 429])
  })
})
