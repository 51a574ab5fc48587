import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '@slipstream/db/tables/auth'
import { newPerson, type Person } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'

const store = await openFileStore()
let person: Person
beforeAll(async () => {
  person = await newPerson(store)
})

const OURS = { 'x-requested-with': 'XMLHttpRequest' }

const withCookie = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, headers: Record<string, string>) =>
  store.app.inject({
    method,
    url,
    headers: { cookie: `session=${person.browser.cookies.get('session')}`, ...headers },
  })

describe('a write request authenticated by the cookie alone', () => {
  test.each([
    ['without our request header', () => ({ origin: store.config.publicUrl })],
    ['with another value in our header', () => ({ origin: store.config.publicUrl, 'x-requested-with': 'fetch' })],
    ['without an origin', () => OURS],
    ['from another site', () => ({ ...OURS, origin: 'https://elsewhere.example' })],
    ['from a page with an opaque origin', () => ({ ...OURS, origin: 'null' })],
    ['from another port of this machine', () => ({ ...OURS, origin: 'http://127.0.0.1:1' })],
    ['from a name that begins like ours', () => ({ ...OURS, origin: `${store.config.publicUrl}.elsewhere.example` })],
    [
      'with an unreadable token next to the cookie',
      () => ({ authorization: 'Bearer null', origin: 'https://elsewhere.example' }),
    ],
  ])('a write request authenticated by cookie %s is refused', async (_how, headers) => {
    for (const [method, url] of [
      ['POST', '/api/auth/generate-token'],
      ['PATCH', '/api/account'],
      ['DELETE', '/api/account/sessions'],
      ['POST', '/api/auth/logout'],
    ] as const) {
      const answer = await withCookie(method, url, headers())
      expect([answer.statusCode, answer.json().code], `${method} ${url}`).toEqual([403, 'auth.foreign_origin'])
    }
    expect(await store.db.select().from(sessions).where(eq(sessions.userId, person.row.id))).toHaveLength(1)
  })

  test('a cross-site request is refused before its body is parsed', async () => {
    const answer = await withCookie('PATCH', '/api/account', { 'content-type': 'application/json' })
    expect(answer.json().code).toBe('auth.foreign_origin')
  })

  test('[AUTH-02] a write request authenticated by cookie passes when it comes from the store’s own origin', async () => {
    const answer = await withCookie('POST', '/api/auth/generate-token', { ...OURS, origin: store.config.publicUrl })
    expect(answer.statusCode).toBe(200)
  })
})

test('a read authenticated by cookie needs no origin check, because no other page may read the response', async () => {
  const answer = await withCookie('GET', '/api/auth/user', { origin: 'https://elsewhere.example' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
})

test('the token alone is enough for every call, because no other page can send it', async () => {
  const { call } = await newPerson(store)
  expect((await call('PATCH', '/api/account', { notificationChoices: { modUpdates: false } })).statusCode).toBe(200)
  expect((await call('POST', '/api/auth/generate-token')).statusCode).toBe(200)
})

test('a wrong token is refused even with a valid cookie next to it', async () => {
  const headers = { authorization: `Bearer ${'x'.repeat(43)}`, ...OURS, origin: store.config.publicUrl }
  expect((await withCookie('GET', '/api/auth/user', headers)).statusCode).toBe(401)
  expect((await withCookie('POST', '/api/auth/generate-token', headers)).statusCode).toBe(401)
})

test('a form on another page cannot sign anyone in, because the API accepts JSON only', async () => {
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const answer = await store.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': type, origin: 'https://elsewhere.example' },
      payload: JSON.stringify({ username: person.row.username, password: 'slipstream-demo' }),
    })
    expect(answer.statusCode).toBe(415)
    expect(answer.cookies).toEqual([])
  }
})
