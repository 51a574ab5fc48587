import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { sessions } from '@slipstream/db/tables/auth'
import { createUser } from '@slipstream/db/testing/factories'
import { banUser } from '#features/users/ban.service.ts'
import { setAdmin } from '#features/users/role.service.ts'
import { openBrowser } from '#testing/browser.ts'
import { type OpenServer, openServer } from '#testing/open-server.ts'
import { freshName, newBrowser, newPerson, type Person, signIn, withToken } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

let store: TestStore
let secondServer: OpenServer
beforeAll(async () => {
  store = await openTestStore()
  secondServer = await openServer(store.config)
  // The last administrator cannot be demoted, so the tests need another one.
  await createUser(store.db, { username: freshName(), isAdmin: true })
})
afterAll(async () => {
  await secondServer.close()
  await store.close()
})

const within = (timeout: number, check: () => unknown) => vi.waitFor(check, { timeout, interval: 10 })
const statusOf = async ({ call }: Pick<Person, 'call'>, url = '/api/auth/user') => (await call('GET', url)).statusCode
const sessionOf = async ({ row }: Person) => {
  const [session] = await store.db.select().from(sessions).where(eq(sessions.userId, row.id))
  if (!session) throw new Error('no session')
  return session
}

/** Changes the sessions in the database and drops them from this process's cache. */
const age = async ({ row }: Person, change: ReturnType<typeof sql>) => {
  await store.db.execute(sql`update sessions set ${change} where user_id = ${row.id}`)
  store.services.auth.identity.forget(row.id)
}

describe('T-SESS: a sign-in', () => {
  test('T-SESS: a sign-in issues fresh secrets, and nothing the browser sent before is accepted', async () => {
    const planted = await newPerson(store)
    const plantedCookie = planted.browser.cookies.get('session') ?? ''
    const victim = await createUser(store.db, { username: freshName() })
    const browser = newBrowser(store)
    browser.cookies.set('session', plantedCookie)
    const { token } = await signIn(browser, victim.username)

    expect(browser.cookies.get('session')).not.toBe(plantedCookie)
    expect((await browser.call('GET', '/api/auth/user')).json()).toMatchObject({ id: victim.id })
    expect((await withToken(store.app, token)('GET', '/api/auth/user')).json()).toMatchObject({ id: victim.id })
    planted.browser.cookies.set('session', plantedCookie)
    expect((await planted.browser.call('GET', '/api/auth/user')).statusCode).toBe(401)
  })

  test('T-SESS: a made-up cookie never becomes a session', async () => {
    const browser = newBrowser(store)
    browser.cookies.set('session', 'chosen-by-somebody-else-0123456789-0123456')
    const { username, id } = await createUser(store.db, { username: freshName() })
    await signIn(browser, username)
    expect(browser.cookies.get('session')).not.toContain('chosen')
    expect(await store.db.select().from(sessions).where(eq(sessions.userId, id))).toHaveLength(1)
  })

  test('T-SESS: a new sign-in in the same browser ends its previous session', async () => {
    const person = await newPerson(store)
    await signIn(person.browser, person.row.username)
    expect(await statusOf(person)).toBe(401)
    expect(await store.db.select().from(sessions).where(eq(sessions.userId, person.row.id))).toHaveLength(1)
  })
})

describe('T-SESS: ending the other sessions of a user', () => {
  const twoDevices = async () => {
    const here = await newPerson(store)
    const browser = newBrowser(store)
    const { token } = await signIn(browser, here.row.username)
    const elsewhere = withToken(store.app, token)
    expect((await elsewhere('GET', '/api/auth/user')).statusCode).toBe(200)
    return { here, elsewhere, browser }
  }

  test('T-SESS: changing the password ends all other sessions and keeps the current one', async () => {
    const { here, elsewhere, browser } = await twoDevices()
    const answer = await here.call('POST', '/api/account/password', { password: 'an entirely new one' })
    expect(answer.statusCode).toBe(200)
    expect((await elsewhere('GET', '/api/auth/user')).statusCode).toBe(401)
    expect((await browser.call('GET', '/api/auth/user')).statusCode).toBe(401)
    expect(await statusOf(here)).toBe(200)
    await signIn(newBrowser(store), here.row.username, 'an entirely new one')
  })

  test('T-SESS: signing out everywhere else ends all other sessions', async () => {
    const { here, elsewhere } = await twoDevices()
    expect((await here.call('DELETE', '/api/account/sessions')).statusCode).toBe(200)
    expect((await elsewhere('GET', '/api/auth/user')).statusCode).toBe(401)
    expect(await statusOf(here)).toBe(200)
  })
})

describe('T-SESS: changes across processes', () => {
  /** A person whose session both processes have cached. */
  const knownInBoth = async (values: Parameters<typeof newPerson>[1] = {}) => {
    const person = await newPerson(store, values)
    const there = { call: withToken(secondServer.app, person.token) }
    expect([await statusOf(person), await statusOf(there)]).toEqual([200, 200])
    return { person, there }
  }

  test('T-SESS: a ban takes effect at once in every process, for the token and the cookie', async () => {
    const { person, there } = await knownInBoth()
    await inTransaction(store.db, (tx) => banUser(tx, person.row.id, { reason: null, endsAt: null }))
    await within(3_000, async () => expect([await statusOf(person), await statusOf(there)]).toEqual([401, 401]))
    expect((await person.browser.call('GET', '/api/auth/user')).statusCode).toBe(401)
  })

  test('T-SESS: a ban also refuses sessions that were not ended', async () => {
    const { person } = await knownInBoth()
    await store.db.execute(sql`update users set banned_at = now() where id = ${person.row.id}`)
    store.services.auth.identity.forget(person.row.id)
    const answer = await person.call('GET', '/api/account')
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'auth.banned'])
  })

  test('T-SESS: a demoted administrator loses admin access at once in every process and must sign in again', async () => {
    const { person, there } = await knownInBoth({ isAdmin: true })
    expect(await statusOf(there, '/api/admin/settings')).toBe(200)
    await inTransaction(store.db, (tx) => setAdmin(tx, person.row.id, false))
    await within(3_000, async () => expect(await statusOf(there, '/api/admin/settings')).toBe(401))
    const { token, user } = await signIn(openBrowser(secondServer.app, store.config.publicUrl), person.row.username)
    expect(user.isAdmin).toBe(false)
    expect(await statusOf({ call: withToken(secondServer.app, token) }, '/api/admin/settings')).toBe(403)
  })

  test('T-SESS: a role changed directly in the database takes effect within seconds', async () => {
    const { person, there } = await knownInBoth({ isAdmin: true })
    await store.db.execute(sql`update users set is_admin = false where id = ${person.row.id}`)
    await within(7_000, async () => expect(await statusOf(there, '/api/admin/settings')).toBe(403))
  })

  test('T-SESS: a logout takes effect at once in every process', async () => {
    const { person, there } = await knownInBoth()
    await person.browser.call('POST', '/api/auth/logout')
    await within(3_000, async () => expect(await statusOf(there)).toBe(401))
  })

  test('T-SESS: changes missed while announcements were cut off take effect after reconnecting', async () => {
    const { person, there } = await knownInBoth()
    const cut = await store.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'slipstream-changes'`)
    expect(cut.rows).toHaveLength(2)
    await inTransaction(store.db, (tx) => banUser(tx, person.row.id, { reason: null, endsAt: null }))
    // Without the reset on reconnect it would take the five seconds for which a session is cached.
    await within(3_000, async () => expect([await statusOf(person), await statusOf(there)]).toEqual([401, 401]))
  })
})

describe('T-SESS: lifetimes of tokens and sessions', () => {
  test('T-SESS: an expired token is refused, and the cookie can get a new one', async () => {
    const person = await newPerson(store)
    await age(person, sql`bearer_expires_at = now() - interval '1 second'`)
    expect(await statusOf(person)).toBe(401)
    const { token } = (await person.browser.call('POST', '/api/auth/generate-token')).json()
    expect((await withToken(store.app, token as string)('GET', '/api/auth/user')).statusCode).toBe(200)
  })

  test('T-SESS: a token that expires while cached is refused from that moment on', async () => {
    const person = await newPerson(store)
    await age(person, sql`bearer_expires_at = now() + interval '1500 milliseconds'`)
    expect(await statusOf(person)).toBe(200)
    await within(4_000, async () => expect(await statusOf(person)).toBe(401))
  })

  test.each([
    [false, 12],
    [true, 4],
  ])('T-SESS: a token lives for hours only (administrator: %s, %i hours)', async (isAdmin, hours) => {
    const session = await sessionOf(await newPerson(store, { isAdmin }))
    const left = (session.bearerExpiresAt?.getTime() ?? 0) - Date.now()
    expect(left / 3_600_000).toBeCloseTo(hours, 1)
  })

  test('T-SESS: a token can renew itself but not extend its life', async () => {
    const person = await newPerson(store)
    await age(person, sql`bearer_expires_at = now() + interval '1 minute'`)
    const before = await sessionOf(person)
    expect((await person.call('POST', '/api/auth/generate-token')).statusCode).toBe(200)
    const after = await sessionOf(person)
    expect(after.bearerHash).not.toBe(before.bearerHash)
    expect(after.bearerExpiresAt).toEqual(before.bearerExpiresAt)
  })

  test('T-SESS: an idle session ends after two weeks, with its cookie and its token', async () => {
    const person = await newPerson(store)
    const session = await sessionOf(person)
    expect((session.expiresAt.getTime() - session.createdAt.getTime()) / 86_400_000).toBeCloseTo(14, 3)
    await age(person, sql`expires_at = now()`)
    expect(await statusOf(person)).toBe(401)
    expect((await person.browser.call('GET', '/api/auth/user')).statusCode).toBe(401)
    expect((await person.browser.call('POST', '/api/auth/generate-token')).statusCode).toBe(401)
  })

  test('T-SESS: using the store extends a session; polls and the auth check do not', async () => {
    const person = await newPerson(store, { isAdmin: true })
    await age(person, sql`used_at = now() - interval '1 day', expires_at = now() + interval '13 days'`)
    const before = await sessionOf(person)
    for (const url of ['/api/auth/user', '/api/admin/settings', '/api/site/status']) {
      expect(await statusOf(person, url)).toBe(200)
    }
    await person.browser.call('GET', '/api/auth/user')
    const { token } = (await person.browser.call('POST', '/api/auth/generate-token')).json()
    const polled = await sessionOf(person)
    expect([polled.usedAt, polled.expiresAt]).toEqual([before.usedAt, before.expiresAt])

    const call = withToken(store.app, token as string)
    expect(await statusOf({ call }, '/api/account')).toBe(200)
    const used = await sessionOf(person)
    expect((used.expiresAt.getTime() - Date.now()) / 86_400_000).toBeCloseTo(14, 2)
    expect(Date.now() - used.usedAt.getTime()).toBeLessThan(10_000)
  })

  test('T-SESS: the use of a session is recorded at most every ten minutes', async () => {
    const person = await newPerson(store)
    await age(person, sql`used_at = now() - interval '9 minutes'`)
    const before = await sessionOf(person)
    await statusOf(person, '/api/account')
    expect(await sessionOf(person)).toEqual(before)
  })

  test('T-SESS: a session in use ends 90 days after it began', async () => {
    const person = await newPerson(store)
    await age(
      person,
      sql`created_at = now() - interval '89 days', used_at = now() - interval '1 day', expires_at = now() + interval '1 day'`,
    )
    await statusOf(person, '/api/account')
    const { expiresAt, createdAt } = await sessionOf(person)
    expect((expiresAt.getTime() - createdAt.getTime()) / 86_400_000).toBeCloseTo(90, 3)
  })
})
