import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoint, type Access } from '@slipstream/contract/endpoint'
import { buildDetachedApp } from '#detached-app.ts'
import type { App } from '#app.ts'
import type { CurrentUser } from '../current-user.ts'
import { mount } from './mount.ts'

const PEOPLE: Record<string, CurrentUser> = {
  buyer: { id: 1, sessionId: 1, isAdmin: false, isDeveloper: false },
  admin: { id: 2, sessionId: 2, isAdmin: true, isDeveloper: false },
  developer: { id: 3, sessionId: 3, isAdmin: true, isDeveloper: true },
}

const ACCESSES = ['public', 'user', 'admin', 'developer'] as const
const Note = z.strictObject({ title: z.string(), stars: z.int() })
const Answer = z.object({ title: z.string(), by: z.nullable(z.number()) })

const noteApi = (access: Access) =>
  endpoint({ method: 'POST', path: `/api/test/${access}`, summary: 'A note', access, body: Note, response: Answer })

const pageApi = endpoint({
  method: 'GET',
  path: '/api/test/pages/:id',
  summary: 'A page',
  access: 'public',
  params: z.object({ id: z.coerce.number().check(z.positive()) }),
  query: z.strictObject({ size: z._default(z.coerce.number(), 10) }),
  response: z.object({ id: z.number(), size: z.number() }),
  cache: { maxAge: 1, sharedMaxAge: 20, staleWhileRevalidate: 300 },
})

const leakApi = endpoint({
  method: 'GET',
  path: '/api/test/leak',
  summary: 'Too much',
  access: 'public',
  response: Answer,
})
const brokenApi = endpoint({ ...leakApi, path: '/api/test/broken', summary: 'Too little' })

let app: App
beforeAll(async () => {
  app = await buildDetachedApp()
  app.gate.identify = async (request) => PEOPLE[String(request.headers['x-as'])] ?? null
  for (const access of ACCESSES) {
    mount(app, noteApi(access), async ({ body, request }) => ({ title: body.title, by: request.user?.id ?? null }))
  }
  mount(app, pageApi, async ({ params, query }) => ({ id: params.id, size: query.size }))
  mount(
    app,
    leakApi,
    async () => ({ title: 'Kept', by: null, passwordHash: 'never to be seen' }) as z.output<typeof Answer>,
  )
  mount(app, brokenApi, async () => ({ by: 7 }) as z.output<typeof Answer>)
  await app.ready()
})
afterAll(() => app.close())

const post = (access: Access, person: string, payload: string) =>
  app.inject({
    method: 'POST',
    url: `/api/test/${access}`,
    headers: { 'content-type': 'application/json', 'x-as': person },
    payload,
  })

const GOOD = JSON.stringify({ title: 'Fine', stars: 3 })
const RUBBISH = '{ not json'

test.each([
  ['visitor', 'user', 401, 'auth.required'],
  ['visitor', 'admin', 401, 'auth.required'],
  ['visitor', 'developer', 401, 'auth.required'],
  ['buyer', 'admin', 403, 'auth.admin_required'],
  ['buyer', 'developer', 403, 'auth.developer_required'],
  ['admin', 'developer', 403, 'auth.developer_required'],
] as const)('as %s, a call for %s is refused before the body is parsed', async (person, access, status, code) => {
  for (const payload of [GOOD, RUBBISH, '{"title":1}']) {
    const answer = await post(access, person, payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({ code, message: expect.any(String), requestId: answer.headers['x-request-id'] })
    expect(answer.headers['cache-control']).toBe('private, no-store')
  }
})

test.each([
  ['visitor', 'public', null],
  ['buyer', 'public', null],
  ['buyer', 'user', 1],
  ['admin', 'admin', 2],
  ['developer', 'developer', 3],
] as const)(
  'a %s may call a %s endpoint, and every endpoint except a public one learns who calls',
  async (person, access, by) => {
    const answer = await post(access, person, GOOD)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ title: 'Fine', by })
    expect((await post(access, person, RUBBISH)).statusCode).toBe(400)
  },
)

test.each([
  ['a field of the wrong kind', { title: 'Fine', stars: 'many' }, '/stars'],
  ['a missing field', { stars: 1 }, '/title'],
])('%s is refused, naming the field', async (_what, body, path) => {
  const answer = await post('public', 'visitor', JSON.stringify(body))
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({
    code: 'request.invalid',
    message: 'The request is not valid.',
    requestId: answer.headers['x-request-id'],
    issues: [{ path, message: expect.stringContaining('Invalid input') }],
  })
})

test('an unknown field is refused by name', async () => {
  const answer = await post('public', 'visitor', JSON.stringify({ title: 'Fine', stars: 1, isAdmin: true }))
  expect(answer.statusCode).toBe(400)
  expect(answer.json().issues).toEqual([{ path: expect.any(String), message: expect.stringContaining('isAdmin') }])
})

test('URL parameters arrive validated and typed', async () => {
  expect((await app.inject('/api/test/pages/12?size=5')).json()).toEqual({ id: 12, size: 5 })
  expect((await app.inject('/api/test/pages/12')).json()).toEqual({ id: 12, size: 10 })
  expect((await app.inject('/api/test/pages/-1')).json().issues).toMatchObject([{ path: '/id' }])
  expect((await app.inject('/api/test/pages/12?size=big')).json().issues).toMatchObject([{ path: '/size' }])
  expect((await app.inject('/api/test/pages/12?color=red')).statusCode).toBe(400)
})

test('a response is private unless the contract makes it public', async () => {
  expect((await post('public', 'visitor', GOOD)).headers['cache-control']).toBe('private, no-store')
  expect((await app.inject('/api/test/pages/1')).headers['cache-control']).toBe(
    'public, max-age=1, s-maxage=20, stale-while-revalidate=300',
  )
})

test('an error of a public call is not cacheable', async () => {
  const answer = await app.inject('/api/test/pages/0')
  expect(answer.statusCode).toBe(400)
  expect(answer.headers['cache-control']).toBe('private, no-store')
})

test('a response has the contract’s fields and no others', async () => {
  const answer = await app.inject('/api/test/leak')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ title: 'Kept', by: null })
})

test('a response that breaks the contract answers 500', async () => {
  const answer = await app.inject('/api/test/broken')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toMatchObject({ code: 'server.failed' })
  expect(answer.json()).not.toHaveProperty('by')
})
