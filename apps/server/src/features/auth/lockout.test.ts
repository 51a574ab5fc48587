import { sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import type { Browser } from '#testing/browser.ts'
import { readMailbox } from '#testing/mailbox.ts'
import { mailedSecret, newestMail } from '#testing/mailed-secret.ts'
import { freshName, newBrowser, newPerson, register, signIn } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()

const login = (browser: Browser, username: string, password: string) =>
  browser.call('POST', '/api/auth/login', { username, password })
const statusOf = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode
const repeat = async (times: number, act: () => Promise<unknown>) => {
  for (let time = 0; time < times; time += 1) await act()
}
const freshAddress = () => `${freshName()}@mail.example`
/**
 * The server accepts the previous and the next step too. Tests use the next one, because a code of the previous step
 * can expire before it is sent.
 */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Uses up the daily guesses of strangers at one account, from as many addresses as it takes. */
const attackFromEverywhere = async (limit: 'password' | 'code', account: string) => {
  const { [limit]: guesses } = store.services.auth.limits
  for (let host = 0; host < 500; host += 1) {
    if (!(await guesses.allows(account, { ip: `198.18.${host >> 8}.${host & 255}`, knownDevice: null }))) return
  }
  throw new Error('the attack was never stopped')
}

describe('password guesses by a stranger', () => {
  test('a stranger’s password guesses do not stop the owner from signing in elsewhere or reauthenticating', async () => {
    const owner = await newPerson(store)
    const stranger = newBrowser(store)
    await repeat(11, () => login(stranger, owner.row.username, 'a wrong guess'))
    expect(await statusOf(login(stranger, owner.row.username, PUBLIC_PASSWORD))).toBe(429)

    expect(await statusOf(owner.call('POST', '/api/auth/prove', { password: PUBLIC_PASSWORD }))).toBe(200)
    expect(await statusOf(login(newBrowser(store), owner.row.username, PUBLIC_PASSWORD))).toBe(200)
  })

  test('guesses from many addresses lock out new devices but no known device', async () => {
    const owner = await newPerson(store)
    const other = await newPerson(store)
    await attackFromEverywhere('password', owner.row.username)

    const refused = await login(newBrowser(store), owner.row.username, PUBLIC_PASSWORD)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'auth.too_many_attempts'])
    expect(await statusOf(login(other.browser, owner.row.username, PUBLIC_PASSWORD))).toBe(429)

    await owner.browser.call('POST', '/api/auth/logout')
    expect(await statusOf(login(owner.browser, owner.row.username, PUBLIC_PASSWORD))).toBe(200)
    expect(await statusOf(owner.call('POST', '/api/auth/prove', { password: PUBLIC_PASSWORD }))).toBe(401)
    expect(await statusOf(owner.browser.call('POST', '/api/auth/prove', { password: PUBLIC_PASSWORD }))).toBe(200)
  })

  test('during an attack the owner can still get in on a new device by resetting the password', async () => {
    const email = freshAddress()
    const { username } = await createUser(store.db, { username: freshName(), email })
    await attackFromEverywhere('password', username.toLowerCase())
    const browser = newBrowser(store)
    expect(await statusOf(login(browser, username, PUBLIC_PASSWORD))).toBe(429)
    await browser.call('POST', '/api/auth/forgot-password', { email })
    const token = await mailedSecret(store, email, 'reset')
    await browser.call('POST', '/api/auth/reset-password', { token, password: 'an entirely new one' })
    expect(browser.cookies.has('session')).toBe(false)
    expect(await statusOf(login(browser, username, 'an entirely new one'))).toBe(200)
  })
})

describe('a known device', () => {
  test('a known device is remembered by an HttpOnly cookie', async () => {
    const { username } = await createUser(store.db, { username: freshName() })
    const { cookies } = await login(newBrowser(store), username, PUBLIC_PASSWORD)
    const device = cookies.find(({ name }) => name === 'device')
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 31_536_000 })
    expect(device?.value).not.toContain(username)
  })

  test('a known device gets no more guesses than an address', async () => {
    const { row, browser } = await newPerson(store)
    await repeat(10, () => login(browser, row.username, 'a wrong guess'))
    expect(await statusOf(login(browser, row.username, PUBLIC_PASSWORD))).toBe(429)
    expect(await statusOf(login(newBrowser(store), row.username, PUBLIC_PASSWORD))).toBe(200)
  })

  test('a device stays known to each account that signs in on it', async () => {
    const { row, browser } = await newPerson(store)
    const { username } = await createUser(store.db, { username: freshName() })
    await signIn(browser, username)
    for (const name of [row.username, username]) {
      await attackFromEverywhere('password', name)
      expect(await statusOf(login(browser, name, PUBLIC_PASSWORD))).toBe(200)
    }
  })

  test('a device is no longer known after the password is changed elsewhere', async () => {
    const owner = await newPerson(store)
    const thief = newBrowser(store)
    await signIn(thief, owner.row.username)
    await owner.browser.call('POST', '/api/account/password', { password: 'an entirely new one' })
    await attackFromEverywhere('password', owner.row.username)
    expect(await statusOf(login(thief, owner.row.username, 'an entirely new one'))).toBe(429)
    expect(await statusOf(login(owner.browser, owner.row.username, 'an entirely new one'))).toBe(200)
  })

  test('a forged device cookie is ignored', async () => {
    const { username } = await createUser(store.db, { username: freshName() })
    await attackFromEverywhere('password', username)
    for (const value of ['x', 'A'.repeat(200), Buffer.from('{"id":"a","accounts":[]}').toString('base64url')]) {
      const browser = newBrowser(store)
      browser.cookies.set('device', value)
      expect(await statusOf(login(browser, username, PUBLIC_PASSWORD))).toBe(429)
    }
  })
})

describe('code guesses by a password thief', () => {
  const enrolled = async () => {
    const owner = await newPerson(store)
    const { secret } = (await owner.call('POST', '/api/account/two-factor')).json<{ secret: string }>()
    await owner.call('POST', '/api/account/two-factor/confirm', { code: codeOf(secret) })
    return { owner, secret }
  }
  const challenge = async (browser: Browser, username: string) =>
    (await login(browser, username, PUBLIC_PASSWORD)).json<{ challenge: string }>().challenge
  const show = (browser: Browser, shown: string, code: string) =>
    browser.call('POST', '/api/auth/second-factor', { challenge: shown, code })

  test('code guesses by a password thief do not lock the owner out', async () => {
    const { owner, secret } = await enrolled()
    const thief = newBrowser(store)
    const theirs = await challenge(thief, owner.row.username)
    await repeat(6, () => show(thief, theirs, 'no such code'))
    expect(await statusOf(show(thief, theirs, codeOf(secret, 1)))).toBe(429)
    const elsewhere = newBrowser(store)
    const own = await challenge(elsewhere, owner.row.username)
    expect(await statusOf(show(elsewhere, own, codeOf(secret, 1)))).toBe(200)
  })

  test('code guesses from many addresses do not lock out a known device', async () => {
    const { owner, secret } = await enrolled()
    await attackFromEverywhere('code', String(owner.row.id))
    const elsewhere = newBrowser(store)
    const refused = await show(elsewhere, await challenge(elsewhere, owner.row.username), codeOf(secret, 1))
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'auth.too_many_attempts'])
    const known = await challenge(owner.browser, owner.row.username)
    expect(await statusOf(show(owner.browser, known, codeOf(secret, 1)))).toBe(200)
  })

  test('a sign-in started by a password thief does not end the one the owner has started', async () => {
    const { owner, secret } = await enrolled()
    const browser = newBrowser(store)
    const own = await challenge(browser, owner.row.username)
    await challenge(newBrowser(store), owner.row.username)
    expect(await statusOf(show(browser, own, codeOf(secret, 1)))).toBe(200)
  })
})

describe('mails requested by a stranger', () => {
  const forget = (email: string) => newBrowser(store).call('POST', '/api/auth/forgot-password', { email })
  const choose = (token: string) =>
    statusOf(newBrowser(store).call('POST', '/api/auth/reset-password', { token, password: 'an entirely new one' }))
  const later = (minutes: number) =>
    store.db.execute(
      sql`update one_time_secrets set created_at = created_at - make_interval(mins => ${minutes}),
        expires_at = expires_at - make_interval(mins => ${minutes})`,
    )

  test('a stranger’s reset requests neither fill the owner’s mailbox nor block the owner’s own link', async () => {
    const email = freshAddress()
    await createUser(store.db, { username: freshName(), email })
    await repeat(5, () => forget(email))
    const first = await mailedSecret(store, email, 'reset')
    await later(19)
    await forget(email)
    await runJobs(store)
    expect(await readMailbox(email)).toHaveLength(1)
    await later(1)
    await forget(email)
    const second = await mailedSecret(store, email, 'reset')
    expect(second).not.toBe(first)
    // The owner may be reading the first mail right now.
    expect(await choose(first)).toBe(200)
    expect(await choose(second)).toBe(410)
  })

  test('a reset mail counts as sent only when the mail server has accepted it', async () => {
    const email = freshAddress()
    const { id } = await createUser(store.db, { username: freshName(), email })
    await forget(email)
    await mailedSecret(store, email, 'reset')
    // As if the worker had died between creating the link and mailing it.
    await store.db.execute(sql`update one_time_secrets set details = '{}' where user_id = ${id}`)
    await forget(email)
    await runJobs(store)
    expect(await readMailbox(email)).toHaveLength(2)
  })

  test('a stranger’s mails do not stop the owner of a mailbox from registering with it', async () => {
    const email = freshAddress()
    const stranger = newBrowser(store)
    await repeat(5, () => register(stranger, { username: freshName(), email }))
    await runJobs(store)
    expect(await readMailbox(email)).toHaveLength(3)
    const owner = newBrowser(store)
    await register(owner, { email })
    await newestMail(store, email)
    expect(await readMailbox(email)).toHaveLength(4)
    const token = await mailedSecret(store, email, 'verify')
    expect(await statusOf(owner.call('POST', '/api/auth/verify-email', { token }))).toBe(200)
    expect((await owner.call('GET', '/api/auth/user')).json()).toMatchObject({ email, emailVerified: true })
  })
})
