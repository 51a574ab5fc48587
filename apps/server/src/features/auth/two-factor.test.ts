import { eq, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { oneTimeSecrets, recoveryCodes, signIns } from '@slipstream/db/tables/auth'
import { users } from '@slipstream/db/tables/users'
import { PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { banUser } from '#features/users/ban.service.ts'
import { changeSettings } from '#features/settings/settings.service.ts'
import type { Browser } from '#testing/browser.ts'
import { newBrowser, newPerson, type Person, withToken } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()
afterEach(() => {
  vi.useRealTimers()
})

const STEP_MS = 30_000
/** The code an authenticator app shows; every step has a new one, usable once. */
const codeAt = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })

/** A clock that tests can advance; everything else runs in real time. */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
const turnClock = (steps: number) => vi.setSystemTime(Date.now() + steps * STEP_MS)

const enrol = async ({ call }: Person) => {
  const { secret, uri } = (await call('POST', '/api/account/two-factor')).json<{ secret: string; uri: string }>()
  const confirmed = await call('POST', '/api/account/two-factor/confirm', { code: codeAt(secret) })
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  return { secret, uri, codes: confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes }
}

const login = (browser: Browser, username: string) =>
  browser.call('POST', '/api/auth/login', { username, password: PUBLIC_PASSWORD })

const challengeFor = async (browser: Browser, { row }: Person) =>
  (await login(browser, row.username)).json<{ challenge: string }>().challenge

const show = (browser: Browser, challenge: string, code: string) =>
  browser.call('POST', '/api/auth/second-factor', { challenge, code })

const outcome = (answer: { statusCode: number; json: () => { code?: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const WRONG = [403, 'auth.wrong_code']
const EXPIRED = [410, 'auth.link_expired']

describe('turning on the second factor', () => {
  test('turning on the second factor takes a first code and returns ten recovery codes once; no secret or code is stored in plain text', async () => {
    const person = await newPerson(store)
    const { secret, uri, codes } = await enrol(person)
    expect(uri).toMatch(new RegExp(`^otpauth://totp/Slipstream:${person.row.username}\\?.*secret=${secret}`))
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){2}[a-z2-9]{4}$/)
    expect((await person.call('GET', '/api/account')).json()).toMatchObject({
      twoFactorSince: expect.any(String),
      recoveryCodesLeft: 10,
    })

    const [row] = await store.db.select().from(users).where(eq(users.id, person.row.id))
    const kept = JSON.stringify([row, await store.db.select().from(recoveryCodes)])
    for (const readable of [secret, ...codes]) expect(kept).not.toContain(readable)
  })

  test('turning on the second factor signs out all other devices, so that a thief does not stay signed in', async () => {
    const person = await newPerson(store)
    const thief = newBrowser(store)
    await login(thief, person.row.username)
    expect((await thief.call('GET', '/api/auth/user')).statusCode).toBe(200)
    await enrol(person)
    expect((await thief.call('GET', '/api/auth/user')).statusCode).toBe(401)
    expect((await person.call('GET', '/api/auth/user')).statusCode).toBe(200)
  })

  test('the second factor takes effect only after a correct code', async () => {
    const person = await newPerson(store)
    const { secret } = (await person.call('POST', '/api/account/two-factor')).json<{ secret: string }>()
    const wrong = codeAt(secret) === '000000' ? '000001' : '000000'
    expect(outcome(await person.call('POST', '/api/account/two-factor/confirm', { code: wrong }))).toEqual(WRONG)
    expect((await login(newBrowser(store), person.row.username)).json()).toMatchObject({ success: true })
  })

  test('the second factor cannot be restarted while it is on, nor confirmed before it was started', async () => {
    const person = await newPerson(store)
    expect(outcome(await person.call('POST', '/api/account/two-factor/confirm', { code: '123456' }))).toEqual(WRONG)
    await enrol(person)
    expect(outcome(await person.call('POST', '/api/account/two-factor'))).toEqual([409, 'account.two_factor_is_on'])
  })

  test('turning on the second factor allows ten tries in 15 minutes', async () => {
    const person = await newPerson(store)
    const { secret } = (await person.call('POST', '/api/account/two-factor')).json<{ secret: string }>()
    const wrong = codeAt(secret) === '000000' ? '000001' : '000000'
    const outcomes = []
    for (let time = 0; time < 11; time += 1) {
      outcomes.push((await person.call('POST', '/api/account/two-factor/confirm', { code: wrong })).statusCode)
    }
    expect(outcomes).toEqual([...Array<number>(10).fill(403), 429])
  })
})

describe('signing in with a second factor', () => {
  test('[CAP-28] [OWN-11] with a second factor the password alone gives a challenge: no cookie, no token, no session', async () => {
    const person = await newPerson(store)
    await enrol(person)
    const answer = await login(newBrowser(store), person.row.username)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      success: false,
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      factors: ['app'],
      message: 'Enter the code from your authenticator app.',
    })
    expect(answer.cookies).toEqual([])
    const { challenge } = answer.json<{ challenge: string }>()
    expect((await withToken(store.app, challenge)('GET', '/api/auth/user')).statusCode).toBe(401)
  })

  test('an authenticator code completes the sign-in, and the next sign-in needs the next code', async () => {
    stopClock()
    const person = await newPerson(store)
    const { secret } = await enrol(person)
    for (let time = 0; time < 2; time += 1) {
      turnClock(1)
      const browser = newBrowser(store)
      const answer = await show(browser, await challengeFor(browser, person), codeAt(secret))
      expect(answer.json()).toMatchObject({ success: true, token: expect.any(String), user: { id: person.row.id } })
      expect((await browser.call('GET', '/api/auth/user')).statusCode).toBe(200)
    }
  })

  test('a clock that is off by half a minute is accepted, one off by a minute is not', async () => {
    stopClock()
    const person = await newPerson(store)
    const { secret } = await enrol(person)
    turnClock(10)
    const browser = newBrowser(store)
    const challenge = await challengeFor(browser, person)
    for (const steps of [-2, 2]) expect(outcome(await show(browser, challenge, codeAt(secret, steps)))).toEqual(WRONG)
    expect((await show(browser, challenge, codeAt(secret, 1))).statusCode).toBe(200)
  })

  test('an authenticator code works once, and older codes do not work', async () => {
    stopClock()
    const person = await newPerson(store)
    const { secret } = await enrol(person)
    const browser = newBrowser(store)
    expect(outcome(await show(browser, await challengeFor(browser, person), codeAt(secret)))).toEqual(WRONG)
    turnClock(3)
    const used = codeAt(secret)
    expect((await show(browser, await challengeFor(browser, person), used)).statusCode).toBe(200)
    const thief = newBrowser(store)
    const challenge = await challengeFor(thief, person)
    expect(outcome(await show(thief, challenge, used))).toEqual(WRONG)
    expect(outcome(await show(thief, challenge, codeAt(secret, -1)))).toEqual(WRONG)
  })

  test('if the same code is sent several times at once, only one attempt succeeds', async () => {
    stopClock()
    const person = await newPerson(store)
    const { secret } = await enrol(person)
    turnClock(2)
    const browser = newBrowser(store)
    const challenge = await challengeFor(browser, person)
    const answers = await Promise.all([1, 2, 3].map(() => show(browser, challenge, codeAt(secret))))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('wrong codes from one address are limited across challenges', async () => {
    stopClock()
    const person = await newPerson(store)
    const { secret } = await enrol(person)
    turnClock(2)
    const wrong = ['000000', '000001'].find((code) => ![-1, 0, 1].some((steps) => codeAt(secret, steps) === code)) ?? ''
    const statuses = []
    const browser = newBrowser(store)
    for (let time = 0; time < 5; time += 1) {
      statuses.push((await show(browser, await challengeFor(browser, person), wrong)).statusCode)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403])
    const challenge = await challengeFor(browser, person)
    expect((await show(browser, challenge, codeAt(secret))).statusCode).toBe(429)
    const noted = await store.db.select().from(signIns).where(eq(signIns.userId, person.row.id))
    expect(noted.filter(({ result }) => result === 'wrong_secret')).toHaveLength(5)
  })

  test('a recovery code completes a sign-in once, whatever its case and surrounding spaces', async () => {
    const person = await newPerson(store)
    const { codes } = await enrol(person)
    const [code = ''] = codes
    const browser = newBrowser(store)
    expect((await show(browser, await challengeFor(browser, person), ` ${code.toUpperCase()} `)).statusCode).toBe(200)
    expect((await browser.call('GET', '/api/account')).json().recoveryCodesLeft).toBe(9)
    expect(outcome(await show(browser, await challengeFor(browser, person), code))).toEqual(WRONG)
  })

  test('another person’s recovery code is refused', async () => {
    const [person, other] = [await newPerson(store), await newPerson(store)]
    await enrol(person)
    const { codes } = await enrol(other)
    const browser = newBrowser(store)
    expect(outcome(await show(browser, await challengeFor(browser, person), codes[0] ?? ''))).toEqual(WRONG)
  })

  test('a second-factor challenge works once and expires after ten minutes', async () => {
    const person = await newPerson(store)
    const { codes } = await enrol(person)
    const browser = newBrowser(store)
    const used = await challengeFor(browser, person)
    expect((await show(browser, used, codes[0] ?? '')).statusCode).toBe(200)
    expect(outcome(await show(browser, used, codes[1] ?? ''))).toEqual(EXPIRED)

    const late = await challengeFor(browser, person)
    const [kept] = await store.db.select().from(oneTimeSecrets).where(eq(oneTimeSecrets.userId, person.row.id))
    const life = (kept?.expiresAt.getTime() ?? 0) - (kept?.createdAt.getTime() ?? 0)
    expect(life / 60_000).toBeCloseTo(10, 1)
    await store.db.execute(sql`update one_time_secrets set expires_at = now() where user_id = ${person.row.id}`)
    expect(outcome(await show(browser, late, codes[1] ?? ''))).toEqual(EXPIRED)
  })

  test('a person banned between password and code is refused', async () => {
    const person = await newPerson(store)
    const { codes } = await enrol(person)
    const browser = newBrowser(store)
    const challenge = await challengeFor(browser, person)
    await inTransaction(store.db, (tx) => banUser(tx, person.row.id, { reason: null, endsAt: null }))
    expect(outcome(await show(browser, challenge, codes[0] ?? ''))).toEqual(EXPIRED)
    expect(browser.cookies.has('session')).toBe(false)
  })
})

describe('with the second factor on', () => {
  test('new recovery codes replace the old ones', async () => {
    const person = await newPerson(store)
    const { codes } = await enrol(person)
    const renewed = await person.call('POST', '/api/account/two-factor/recovery-codes')
    const [fresh = ''] = renewed.json<{ recoveryCodes: string[] }>().recoveryCodes
    const browser = newBrowser(store)
    const challenge = await challengeFor(browser, person)
    expect(outcome(await show(browser, challenge, codes[0] ?? ''))).toEqual(WRONG)
    expect((await show(browser, challenge, fresh)).statusCode).toBe(200)
    const without = await newPerson(store)
    expect(outcome(await without.call('POST', '/api/account/two-factor/recovery-codes'))).toEqual([
      409,
      'account.two_factor_is_off',
    ])
  })

  test('after turning off the second factor the password is enough, and the secret and codes are deleted', async () => {
    const person = await newPerson(store)
    await enrol(person)
    expect((await person.call('DELETE', '/api/account/two-factor')).statusCode).toBe(200)
    expect((await login(newBrowser(store), person.row.username)).json()).toMatchObject({ success: true })
    const [row] = await store.db.select().from(users).where(eq(users.id, person.row.id))
    expect(row).toMatchObject({ twoFactorSecret: null, twoFactorSince: null, twoFactorUsedStep: null })
    expect(await store.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.row.id))).toEqual([])
  })

  test.each([
    ['POST', '/api/account/two-factor', undefined],
    ['POST', '/api/account/two-factor/confirm', { code: '123456' }],
    ['POST', '/api/account/two-factor/recovery-codes', undefined],
    ['DELETE', '/api/account/two-factor', undefined],
  ] as const)('%s %s requires reauthentication', async (method, url, body) => {
    const { call, row, browser } = await newPerson(store)
    await store.db.execute(sql`update sessions set proven_at = now() - interval '11 minutes' where user_id = ${row.id}`)
    store.services.auth.identity.forget(row.id)
    expect(outcome(await call(method, url, body))).toEqual([403, 'auth.proof_required'])
    const prove = (password: string) => browser.call('POST', '/api/auth/prove', { password })
    expect(outcome(await prove('not the password'))).toEqual([403, 'auth.wrong_password'])
    expect(outcome(await call(method, url, body))).toEqual([403, 'auth.proof_required'])
    expect((await prove(PUBLIC_PASSWORD)).statusCode).toBe(200)
    expect((await call(method, url, body)).json().code).not.toBe('auth.proof_required')
  })

  test('reauthentication has the same rate limit as signing in', async () => {
    const { call } = await newPerson(store)
    const statuses = []
    for (let time = 0; time < 11; time += 1) {
      statuses.push((await call('POST', '/api/auth/prove', { password: 'wrong' })).statusCode)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(403), 429])
    expect((await call('POST', '/api/auth/prove', { password: PUBLIC_PASSWORD })).statusCode).toBe(429)
  })
})

test('where a second factor is required, administrators without one have no admin access but can turn it on', async () => {
  const change = async (adminsNeedTwoFactor: boolean) => {
    await inTransaction(store.db, (tx) => changeSettings(tx, { adminsNeedTwoFactor }))
    await vi.waitFor(() => expect(store.services.settings.current().adminsNeedTwoFactor).toBe(adminsNeedTwoFactor))
  }
  const admin = await newPerson(store, { isAdmin: true })
  const customer = await newPerson(store)
  const settings = async ({ call }: Person) => outcome(await call('GET', '/api/admin/settings'))
  expect(await settings(admin)).toEqual([200, undefined])
  await change(true)
  expect(await settings(admin)).toEqual([403, 'auth.two_factor_required'])
  expect(await settings(customer)).toEqual([403, 'auth.admin_required'])
  expect((await admin.call('GET', '/api/account')).statusCode).toBe(200)
  await enrol(admin)
  expect(await settings(admin)).toEqual([200, undefined])
  await admin.call('DELETE', '/api/account/two-factor')
  expect(await settings(admin)).toEqual([403, 'auth.two_factor_required'])
  await change(false)
  expect(await settings(admin)).toEqual([200, undefined])
})
