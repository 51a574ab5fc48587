import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessions } from '@slipstream/db/tables/auth'
import { newPerson, type Person } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

let store: TestStore
let person: Person
beforeAll(async () => {
  store = await openTestStore()
  person = await newPerson(store)
})
afterAll(() => store.close())

const OURS = { 'x-requested-with': 'XMLHttpRequest' }

const withCookie = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, headers: Record<string, string>) =>
  store.app.inject({
    method,
    url,
    headers: { cookie: `session=${person.browser.cookies.get('session')}`, ...headers },
  })

describe('a request that changes something and comes with the cookie alone', () => {
  test.each([
    ['without the header of our own code', () => ({ origin: store.config.publicUrl })],
    ['with another value in it', () => ({ origin: store.config.publicUrl, 'x-requested-with': 'fetch' })],
    ['without an origin', () => OURS],
    ['from another site', () => ({ ...OURS, origin: 'https://elsewhere.example' })],
    ['from a page without an origin of its own', () => ({ ...OURS, origin: 'null' })],
    ['from another port of this machine', () => ({ ...OURS, origin: 'http://127.0.0.1:1' })],
    ['from a name that begins like ours', () => ({ ...OURS, origin: `${store.config.publicUrl}.elsewhere.example` })],
    [
      'with an unreadable token beside it',
      () => ({ authorization: 'Bearer null', origin: 'https://elsewhere.example' }),
    ],
  ])('%s is refused', async (_how, headers) => {
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

  test('is refused before the body is looked at', async () => {
    const answer = await withCookie('PATCH', '/api/account', { 'content-type': 'application/json' })
    expect(answer.json().code).toBe('auth.foreign_origin')
  })

  test('[AUTH-02] passes when the store itself sent it', async () => {
    const answer = await withCookie('POST', '/api/auth/generate-token', { ...OURS, origin: store.config.publicUrl })
    expect(answer.statusCode).toBe(200)
  })
})

test('reading with the cookie needs neither: no other page may read the answer', async () => {
  const answer = await withCookie('GET', '/api/auth/user', { origin: 'https://elsewhere.example' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
})

test('the token alone suffices for every call: no page but ours can send it', async () => {
  const { call } = await newPerson(store)
  expect((await call('PATCH', '/api/account', { notificationChoices: { newsletter: true } })).statusCode).toBe(200)
  expect((await call('POST', '/api/auth/generate-token')).statusCode).toBe(200)
})

test('a token that is not right is not made good by the cookie beside it', async () => {
  const headers = { authorization: `Bearer ${'x'.repeat(43)}`, ...OURS, origin: store.config.publicUrl }
  expect((await withCookie('GET', '/api/auth/user', headers)).statusCode).toBe(401)
  expect((await withCookie('POST', '/api/auth/generate-token', headers)).statusCode).toBe(401)
})

test('a form of another page cannot sign anybody in: the API reads JSON only', async () => {
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
