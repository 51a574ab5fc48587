import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { sessions, signIns } from '@slipstream/db/tables/auth'
import { users } from '@slipstream/db/tables/users'
import { createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { banUser, unbanUser } from '#features/users/ban.service.ts'
import type { Browser } from '#testing/browser.ts'
import { freshName, newBrowser, newPerson, signIn, withToken } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()

const login = (browser: Browser, username: string, password = PUBLIC_PASSWORD) =>
  browser.call('POST', '/api/auth/login', { username, password })

const WRONG = { code: 'auth.wrong_credentials', message: 'Invalid credentials', requestId: expect.any(String) }

describe('signing in', () => {
  test('[CALL-01] signing in answers success, token, user and message, and sets an HttpOnly cookie', async () => {
    const row = await createUser(store.db, { username: freshName(), premiumExpiresAt: new Date(Date.now() + 60_000) })
    const answer = await login(newBrowser(store), row.username)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.json()).toEqual({
      success: true,
      token: expect.stringMatching(/^[\w-]{43}$/),
      message: `Welcome, ${row.username}.`,
      user: {
        id: row.id,
        username: row.username,
        email: row.email,
        emailVerified: true,
        isAdmin: false,
        is_admin: false,
        isDeveloper: false,
        isPremium: true,
        premiumExpiresAt: row.premiumExpiresAt?.toISOString(),
        discordId: null,
        discord_username: null,
        discordAvatar: null,
        image: null,
      },
    })
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({ name: 'session', path: '/', httpOnly: true, sameSite: 'Lax' })
    expect(cookie?.value).toMatch(/^[\w-]{43}$/)
    expect(cookie?.value).not.toBe(answer.json().token)
  })

  test('the store keeps only hashes of the session’s two secrets', async () => {
    const { row, token, browser } = await newPerson(store)
    const [session] = await store.db.select().from(sessions).where(eq(sessions.userId, row.id))
    const kept = JSON.stringify(session)
    expect(kept).not.toContain(token)
    expect(kept).not.toContain(browser.cookies.get('session'))
  })

  test('a username or address is accepted in any capitalization', async () => {
    const { username, email } = await createUser(store.db, { username: `Apex_${freshName()}` })
    for (const typed of [
      username,
      username.toUpperCase(),
      ` ${username.toLowerCase()} `,
      email ?? '',
      email?.toUpperCase() ?? '',
    ]) {
      const answer = await login(newBrowser(store), typed)
      expect(answer.json(), typed).toMatchObject({ success: true, user: { username } })
    }
  })

  test('signing in with an unverified address is refused', async () => {
    const { email, username } = await createUser(store.db, { username: freshName(), emailVerifiedAt: null })
    expect((await login(newBrowser(store), email ?? '')).json()).toEqual(WRONG)
    expect((await login(newBrowser(store), username)).statusCode).toBe(200)
  })

  test('[AUTH-11] a wrong password, an unknown name and an account without a password get the same answer', async () => {
    const { username } = await createUser(store.db, { username: freshName() })
    const { username: passwordless } = await createUser(store.db, { username: freshName(), passwordHash: null })
    const answers = [
      await login(newBrowser(store), username, 'not the password'),
      await login(newBrowser(store), freshName()),
      await login(newBrowser(store), passwordless),
      await login(newBrowser(store), passwordless, 'no password is this long and also this well known to nobody'),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual(WRONG)
      expect(answer.cookies).toEqual([])
    }
  })

  test.each([{}, { username: 'x' }, { username: '', password: 'x' }, { username: 'x', password: 7 }])(
    'a sign-in with the body %j is refused as invalid',
    async (body) => {
      expect((await newBrowser(store).call('POST', '/api/auth/login', body)).json().code).toBe('request.invalid')
    },
  )

  test('a ban is only revealed with the right password, and an expired ban no longer applies', async () => {
    const { id, username } = await createUser(store.db, { username: freshName() })
    await inTransaction(store.db, (tx) => banUser(tx, id, { reason: 'Shared mods', endsAt: null }))
    expect((await login(newBrowser(store), username, 'wrong')).json()).toEqual(WRONG)
    const refused = await login(newBrowser(store), username)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'auth.banned'])
    expect(refused.json().message).toBe('This account is banned. Reason: Shared mods.')
    const endsAt = new Date('2199-05-01T10:00:00Z')
    await inTransaction(store.db, (tx) => banUser(tx, id, { reason: 'Shared mods', endsAt }))
    expect((await login(newBrowser(store), username)).json().message).toBe(
      'This account is banned until May 1, 2199 at 10:00 AM UTC. Reason: Shared mods.',
    )
    expect(refused.cookies).toEqual([])

    await inTransaction(store.db, (tx) => banUser(tx, id, { reason: null, endsAt: new Date(Date.now() - 1) }))
    expect((await login(newBrowser(store), username)).statusCode).toBe(200)
    await inTransaction(store.db, (tx) => banUser(tx, id, { reason: null, endsAt: new Date(Date.now() + 60_000) }))
    expect((await login(newBrowser(store), username)).statusCode).toBe(403)
    await inTransaction(store.db, (tx) => unbanUser(tx, id))
    expect((await login(newBrowser(store), username)).statusCode).toBe(200)
  })

  test('a sign-in is recorded with time, device and result and shown to the account’s owner', async () => {
    const { username, id } = await createUser(store.db, { username: freshName() })
    await login(newBrowser(store), username, 'wrong')
    const browser = newBrowser(store)
    await signIn(browser, username)
    await login(newBrowser(store), freshName())

    const noted = await store.db.select().from(signIns).orderBy(desc(signIns.id)).limit(3)
    expect(noted.map(({ userId, method, result }) => [userId, method, result])).toEqual([
      [null, 'password', 'unknown_name'],
      [id, 'password', 'ok'],
      [id, 'password', 'wrong_secret'],
    ])
    const shown = (await browser.call('GET', '/api/account/sign-ins')).json()
    expect(shown).toEqual([
      expect.objectContaining({ result: 'ok', ip: browser.remoteAddress, device: 'Unknown device' }),
      expect.objectContaining({ result: 'wrong_secret' }),
    ])
  })
})

describe('signing in as an administrator', () => {
  const adminLogin = (username: string, password = PUBLIC_PASSWORD) =>
    newBrowser(store).call('POST', '/api/auth/admin-login', { username, password })

  test('[CALL-01] the admin sign-in answers like the normal sign-in', async () => {
    const { username } = await createUser(store.db, { username: freshName(), isAdmin: true })
    expect((await adminLogin(username)).json()).toMatchObject({
      success: true,
      token: expect.any(String),
      user: { username, isAdmin: true, is_admin: true },
      message: expect.any(String),
    })
  })

  test('[AUTH-11] the admin sign-in refuses everyone else with the same message as a wrong password', async () => {
    const { username } = await createUser(store.db, { username: freshName() })
    const { username: admin } = await createUser(store.db, { username: freshName(), isAdmin: true })
    for (const answer of [
      await adminLogin(username),
      await adminLogin(admin, 'wrong'),
      await adminLogin(freshName()),
    ]) {
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual(WRONG)
      expect(answer.cookies).toEqual([])
    }
  })
})

describe('[CALL-01] the auth check and logout', () => {
  const user = (browser: Browser) => browser.call('GET', '/api/auth/user')

  test('[AUTH-14] [CALL-01] the auth check answers name, address, both admin flags, premium and the Discord name', async () => {
    const avatar = 'a_5f2d8c1b9a3e4706b8d1c2f3a4e59687'
    const { browser, row } = await newPerson(store, {
      isAdmin: true,
      discordId: '1170009990000000009',
      discordUsername: 'mika.apex',
      discordAvatar: avatar,
    })
    expect((await user(browser)).json()).toMatchObject({
      username: row.username,
      email: row.email,
      isAdmin: true,
      is_admin: true,
      isPremium: false,
      premiumExpiresAt: null,
      discord_username: 'mika.apex',
      image: `${store.config.providers.discordCdn}/avatars/1170009990000000009/${avatar}.png?size=128`,
    })
  })

  test('[AUTH-09] expired premium does not count, and its end date is still shown', async () => {
    const over = new Date(Date.now() - 1_000)
    const { browser } = await newPerson(store, { premiumExpiresAt: over })
    expect((await user(browser)).json()).toMatchObject({ isPremium: false, premiumExpiresAt: over.toISOString() })
  })

  test('[CALL-01] the auth check of a visitor answers 401, so that the browser drops its token', async () => {
    const answer = await user(newBrowser(store))
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'auth.required', message: 'You must be logged in.' })
  })

  test('[AUTH-05] a browser with a session can get a new token, which ends the previous one', async () => {
    const { browser, token } = await newPerson(store)
    const answer = await browser.call('POST', '/api/auth/generate-token')
    expect(answer.json()).toEqual({ success: true, token: expect.stringMatching(/^[\w-]{43}$/) })
    const next = answer.json<{ token: string }>().token
    expect((await withToken(store.app, next)('GET', '/api/auth/user')).statusCode).toBe(200)
    expect((await withToken(store.app, token)('GET', '/api/auth/user')).statusCode).toBe(401)
    expect((await newBrowser(store).call('POST', '/api/auth/generate-token')).statusCode).toBe(401)
  })

  test('[CALL-01] logout ends the cookie and the token at once and gives visitors the same answer', async () => {
    const { browser, token, row } = await newPerson(store)
    const cookie = browser.cookies.get('session') ?? ''
    // Called first, so that the process has both cached.
    expect((await withToken(store.app, token)('GET', '/api/auth/user')).statusCode).toBe(200)
    expect((await user(browser)).statusCode).toBe(200)

    const answer = await browser.call('POST', '/api/auth/logout')
    expect(answer.json()).toEqual({ success: true, message: 'You have been successfully logged out.' })
    expect(browser.cookies.has('session')).toBe(false)
    expect((await withToken(store.app, token)('GET', '/api/auth/user')).statusCode).toBe(401)
    browser.cookies.set('session', cookie)
    expect((await user(browser)).statusCode).toBe(401)
    expect(await store.db.select().from(sessions).where(eq(sessions.userId, row.id))).toEqual([])

    expect((await newBrowser(store).call('POST', '/api/auth/logout')).json()).toEqual(answer.json())
  })

  test('logout with the token alone also ends the cookie’s session', async () => {
    const { browser, call } = await newPerson(store)
    expect((await call('POST', '/api/auth/logout')).statusCode).toBe(200)
    expect((await user(browser)).statusCode).toBe(401)
  })

  test('a change to an account shows in its very next auth check', async () => {
    const { browser, call, row } = await newPerson(store)
    for (let round = 0; round < 10; round += 1) {
      const username = freshName()
      expect((await call('GET', '/api/auth/user')).statusCode).toBe(200)
      expect((await browser.call('PATCH', '/api/account', { username })).statusCode).toBe(200)
      expect((await call('GET', '/api/auth/user')).json()).toMatchObject({ id: row.id, username })
    }
  })
})

test('an erased account cannot sign in, neither with its old name nor with the placeholder that replaced it', async () => {
  const { browser, row } = await newPerson(store)
  await browser.call('DELETE', '/api/account', { username: row.username })
  expect((await login(newBrowser(store), row.username)).json()).toEqual(WRONG)
  const [left] = await store.db.select().from(users).where(eq(users.id, row.id))
  expect((await login(newBrowser(store), left?.username ?? '')).json()).toEqual(WRONG)
})
