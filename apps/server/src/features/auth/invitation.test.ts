import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '@slipstream/contract/auth'
import { inTransaction } from '@slipstream/db/client'
import { oneTimeSecrets, signIns } from '@slipstream/db/tables/auth'
import { users } from '@slipstream/db/tables/users'
import { PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { createInvited } from '#features/users/invite.service.ts'
import { mailedSecret, newestMail } from '#testing/mailed-secret.ts'
import { freshName, newBrowser, newPerson, type Person } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'
import { issueSecret } from './one-time-secrets.service.ts'

const store = await openFileStore()
let admin: Person
beforeAll(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

const NEW = 'an entirely new one'
const EXPIRED = [410, 'auth.link_expired']
const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const look = (token: string) => newBrowser(store).call('POST', '/api/auth/invitation', { token })
const accept = (token: string, password = NEW, browser = newBrowser(store)) =>
  browser.call('POST', '/api/auth/invitation/accept', { token, password })
const invite = async (isAdmin = false) => {
  const [username, email] = [freshName(), `${freshName()}@mail.example`]
  const created = await admin.call('POST', '/api/admin/users', { username, email, isAdmin })
  expect(created.statusCode, created.body).toBe(200)
  return { username, email, ...created.json<{ id: number }>() }
}

describe('an invitation', () => {
  test('the mail names who invites and whom, and so does the page, which uses nothing up', async () => {
    const { username, email } = await invite()
    const { subject, text } = await newestMail(store, email)
    expect(subject).toContain(`${admin.row.username} invites you to`)
    expect(text).toContain(`${admin.row.username} created an account with the username ${username} for you`)
    const token = /#invitation=([\w-]{43})\s/.exec(text)?.[1] ?? ''
    for (let opened = 0; opened < 2; opened += 1) {
      expect((await look(token)).json()).toEqual({ username, invitedBy: admin.row.username })
    }
    expect(outcome(await look('a'.repeat(43)))).toEqual(EXPIRED)
  })

  test('choosing the password signs the invited person in and greets them by name, once', async () => {
    const { username, email, id } = await invite()
    const token = await mailedSecret(store, email, 'invitation')
    const browser = newBrowser(store)
    const entered = await accept(token, NEW, browser)
    expect(entered.json<SignedIn>()).toMatchObject({
      success: true,
      message: `Welcome, ${username}.`,
      user: { username, emailVerified: true, isAdmin: false },
    })
    // The session's cookie is in the browser already.
    expect((await browser.call('POST', '/api/auth/generate-token')).statusCode).toBe(200)
    expect(outcome(await accept(token))).toEqual(EXPIRED)
    expect(outcome(await look(token))).toEqual(EXPIRED)
    const noted = await store.db.select({ method: signIns.method }).from(signIns).where(eq(signIns.userId, id))
    expect(noted.map(({ method }) => method)).toEqual(['invitation', 'password'])
  })

  test('a weak password is refused and the link stays valid; a reset link does not open an invitation, nor the other way round', async () => {
    const { email, id } = await invite()
    const token = await mailedSecret(store, email, 'invitation')
    expect(outcome(await accept(token, 'password123'))).toEqual([400, 'auth.weak_password'])
    const reset = await inTransaction(store.db, (tx) => issueSecret(tx, 'reset_password', id))
    expect(outcome(await accept(reset))).toEqual(EXPIRED)
    const asReset = await newBrowser(store).call('POST', '/api/auth/reset-password', { token, password: NEW })
    expect(outcome(asReset)).toEqual(EXPIRED)
    expect((await accept(token)).statusCode).toBe(200)
  })

  test('an invited account with a second factor is not entered by the link alone', async () => {
    const { email, id } = await invite()
    const token = await mailedSecret(store, email, 'invitation')
    await store.db.update(users).set({ passkeyCount: 1 }).where(eq(users.id, id))
    expect((await accept(token)).json()).toMatchObject({ success: false, factors: ['passkey'] })
  })

  test('a banned person cannot accept an invitation, which stays as it was', async () => {
    const { email, id } = await invite()
    const token = await mailedSecret(store, email, 'invitation')
    await store.db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, id))
    expect(outcome(await accept(token))).toEqual([403, 'auth.banned'])
    expect((await look(token)).statusCode).toBe(200)
  })

  test('an invitation of the command line lasts a week, and names nobody who invites', async () => {
    const [username, email] = [freshName(), `${freshName()}@mail.example`]
    const secret = await inTransaction(store.db, async (tx) =>
      issueSecret(tx, 'invitation', await createInvited(tx, { username, email, isAdmin: true })),
    )
    const login = (password: string) => newBrowser(store).call('POST', '/api/auth/login', { username, password })
    expect((await login('')).statusCode).toBe(400)
    expect((await login(PUBLIC_PASSWORD)).statusCode).toBe(401)
    const [kept] = await store.db
      .select({
        days: sql<number>`extract(epoch from ${oneTimeSecrets.expiresAt} - ${oneTimeSecrets.createdAt}) / 86400`,
      })
      .from(oneTimeSecrets)
      .innerJoin(users, eq(users.id, oneTimeSecrets.userId))
      .where(eq(users.username, username))
    expect(Number(kept?.days)).toBeCloseTo(7, 2)
    expect((await look(secret)).json()).toEqual({ username, invitedBy: null })
    expect((await accept(secret)).json()).toMatchObject({ user: { isAdmin: true, emailVerified: true, email } })
    expect((await login(NEW)).statusCode).toBe(200)
  })
})

test('accepting invitations is limited to ten a minute per address, like resets', async () => {
  const browser = newBrowser(store)
  const statuses: number[] = []
  for (let count = 0; count < 12; count += 1) statuses.push((await accept('a'.repeat(43), NEW, browser)).statusCode)
  expect(statuses).toEqual([...Array<number>(10).fill(410), 429, 429])
})
