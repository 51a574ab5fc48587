import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newPerson, type Person } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

let store: TestStore
beforeAll(async () => {
  // Nothing listens on this port: every mail stays in the queue, as during a mail server outage.
  store = await openTestStore({}, { SMTP_URL: 'smtp://127.0.0.1:1' })
})
beforeEach(() => store.db.execute(sql`delete from outbox`))
afterAll(() => store.close())

/** Queues three mails: a password reset, an address verification and a notice of the changed password. */
const leaveMails = async (person: Person) => {
  await person.browser.call('POST', '/api/auth/forgot-password', { email: person.row.email })
  await person.call('POST', '/api/account/email', { email: `new-${person.row.email}` })
  const changed = await person.call('POST', '/api/account/password', { password: 'an entirely new one' })
  expect(changed.statusCode, changed.body).toBe(200)
}
const failForGood = () =>
  store.db.execute(sql`update outbox set state = 'failed', settled_at = now(), last_error = '550 no mailbox'`)
const queued = async () => {
  const { rows } = await store.db.execute(sql`select * from outbox`)
  return { count: rows.length, text: JSON.stringify(rows) }
}
const erase = async (person: Person) => {
  const answer = await person.call('DELETE', '/api/account', { username: person.row.username })
  expect(answer.statusCode, answer.body).toBe(200)
}

test('deleting an account removes its failed mails from the queue and keeps everyone else’s', async () => {
  const [person, other] = [await newPerson(store), await newPerson(store)]
  await leaveMails(person)
  await leaveMails(other)
  await failForGood()
  expect((await queued()).count).toBe(6)
  await erase(person)
  const { count, text } = await queued()
  expect(count).toBe(3)
  expect(text).not.toContain(person.row.email)
  expect(text).toContain(`new-${other.row.email}`)
})

test('deleting an account removes its waiting mails from the queue', async () => {
  const person = await newPerson(store)
  await leaveMails(person)
  await erase(person)
  expect((await queued()).count).toBe(0)
})

test('deleting an account with an unverified address keeps the mails of that address’s owner', async () => {
  const owner = await newPerson(store)
  await leaveMails(owner)
  await erase(await newPerson(store, { email: owner.row.email, emailVerifiedAt: null }))
  expect((await queued()).count).toBe(3)
})

test('a mail that is being sent while its person’s account is deleted leaves nothing behind', async () => {
  const [person, other] = [await newPerson(store), await newPerson(store)]
  await leaveMails(person)
  await leaveMails(other)
  await store.db.execute(sql`update outbox set state = 'sending', claimed_by = '1'`)
  await erase(person)
  const { count, text } = await queued()
  expect(count, text).toBe(3)
  expect(text).toContain(other.row.email)
})

test('the data export lists a person’s waiting and failed mails and no one else’s', async () => {
  const [person, other] = [await newPerson(store), await newPerson(store)]
  await leaveMails(person)
  await leaveMails(other)
  await failForGood()
  const { mails } = (await person.call('GET', '/api/account/export')).json<{ mails: object[] }>()
  expect(mails).toMatchObject([
    { to: person.row.email, subject: null, state: 'failed' },
    { to: `new-${person.row.email}`, subject: null, state: 'failed' },
    { to: person.row.email, subject: expect.stringContaining('password'), state: 'failed' },
  ])
})
