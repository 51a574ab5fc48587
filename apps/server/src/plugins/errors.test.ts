import { pino } from 'pino'
import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoint } from '@slipstream/contract/endpoint'
import { openDatabase, type Database } from '@slipstream/db/client'
import type { App } from '#app.ts'
import { listTeamCategories } from '#features/team/team.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { mount } from '#lib/http/mount.ts'
import { buildDetachedApp } from '#detached-app.ts'
import { freePort } from '#testing/free-port.ts'
import { collectLogLines } from '#testing/log-lines.ts'

const get = (path: `/api/${string}`) =>
  endpoint({ method: 'GET', path, summary: 'A call', access: 'public', response: z.unknown() })

const echoApi = endpoint({
  method: 'POST',
  path: '/api/test/echo',
  summary: 'What was sent',
  access: 'public',
  response: z.object({ sent: z.unknown() }),
})

const refusingApi = get('/api/test/undeclared')

let app: App
let awayDatabase: Database
let log = collectLogLines()
const undeclared: string[] = []
beforeAll(async () => {
  awayDatabase = openDatabase({
    url: `postgres://nobody@127.0.0.1:${await freePort()}/nothing`,
    applicationName: 'slipstream-test',
    maxConnections: 1,
    onIdleError: () => {},
  })
  app = await buildDetachedApp({
    log: pino({ level: 'info' }, { write: (line: string) => log.destination.write(line) }),
    onUndeclaredError: (problem) => undeclared.push(problem),
  })
  mount(app, echoApi, async ({ request }) => ({ sent: request.body ?? 'nothing' }))
  mount(app, get('/api/test/bug'), async () => {
    throw new Error('the key is hunter2')
  })
  mount(app, refusingApi, async () => {
    throw new DomainError('cart.full')
  })
  mount(app, { ...refusingApi, path: '/api/test/declared', errors: ['cart.full'] }, async () => {
    throw new DomainError('cart.full')
  })
  mount(app, get('/api/test/busy'), async () => {
    throw new DomainError('server.busy')
  })
  mount(app, get('/api/test/database-away'), () => listTeamCategories(awayDatabase.db))
  await app.ready()
})
beforeEach(() => {
  log = collectLogLines()
  undeclared.length = 0
})
afterAll(async () => {
  await app.close()
  await awayDatabase.close()
})

const send = (payload: string, contentType = 'application/json') =>
  app.inject({ method: 'POST', url: '/api/test/echo', headers: { 'content-type': contentType }, payload })

const tooLarge = JSON.stringify({ text: 'x'.repeat(1_048_577) })

test.each([
  ['malformed JSON', '{"a":', 'application/json', 400],
  ['a body that sets the prototype', '{"__proto__":{"isAdmin":true}}', 'application/json', 400],
  ['a body above one megabyte', tooLarge, 'application/json', 413],
  ['a form', 'a=1', 'application/x-www-form-urlencoded', 415],
  ['plain text, which another site can send without a preflight', '{"a":1}', 'text/plain', 415],
  ['XML', '<a/>', 'application/xml', 415],
])('%s is refused with the standard error body', async (_what, payload, contentType, status) => {
  const answer = await send(payload, contentType)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toEqual({
    code: 'request.invalid',
    message: 'The request is not valid.',
    requestId: answer.headers['x-request-id'],
  })
  expect(log.lines().filter((line) => line.level >= 50)).toEqual([])
})

test('a call without a body may name JSON as its content type, as browsers do', async () => {
  const answer = await send('')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ sent: 'nothing' })
})

test.each(['GET', 'POST', 'PATCH', 'DELETE', 'PUT'] as const)(
  '%s to an unknown call answers 404 in JSON',
  async (method) => {
    const answer = await app.inject({ method, url: '/api/no/such/call?x=1' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({
      code: 'request.not_found',
      message: 'There is nothing at this address.',
      requestId: answer.headers['x-request-id'],
    })
    expect(answer.headers['cache-control']).toBe('private, no-store')
  },
)

test('a bug is answered without its message, which is logged under the same request id', async () => {
  const answer = await app.inject('/api/test/bug')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toEqual({
    code: 'server.failed',
    message: 'Something went wrong on our side. Please try again.',
    requestId: answer.headers['x-request-id'],
  })
  expect(answer.payload).not.toContain('hunter2')

  const [line] = log.lines().filter(({ msg }) => msg === 'request failed')
  expect(line).toMatchObject({
    level: 50,
    reqId: answer.headers['x-request-id'],
    err: { message: 'the key is hunter2' },
  })
})

test('an undeclared error code fails the request and names the endpoint and the code', async () => {
  const answer = await app.inject('/api/test/undeclared')
  const problem =
    'GET /api/test/undeclared answers cart.full, which the endpoint does not declare. Add it to its errors in the contract.'
  expect([answer.statusCode, answer.json()]).toEqual([500, expect.objectContaining({ message: problem })])
  expect(undeclared).toEqual([problem])
})

test('declared and shared error codes reach the caller', async () => {
  expect((await app.inject('/api/test/declared')).json()).toMatchObject({ code: 'cart.full' })
  expect((await send('{"a":')).json()).toMatchObject({ code: 'request.invalid' })
  expect(undeclared).toEqual([])
})

test('a full queue is logged as a warning without a stack, and an unavailable database as an error', async () => {
  const lineOf = async (url: string) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(503)
    const about = log.lines().filter(({ reqId }) => reqId === answer.headers['x-request-id'])
    return about.find(({ msg }) => msg.startsWith('request '))
  }
  const busy = await lineOf('/api/test/busy')
  expect(busy).toMatchObject({ level: 40, code: 'server.busy', msg: 'request refused' })
  expect(busy).not.toHaveProperty('err')
  expect(await lineOf('/api/test/database-away')).toMatchObject({ level: 50, err: { stack: expect.any(String) } })
})

test('an unavailable database answers "busy", not "failed"', async () => {
  const answer = await app.inject('/api/test/database-away')
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({
    code: 'server.busy',
    message: 'We’re handling a lot of requests right now. Try again in a few seconds.',
  })
  expect(answer.headers['retry-after']).toBe('2')
})

test('every request has its own id, which a caller cannot choose', async () => {
  const ask = () => app.inject({ url: '/api/no/such/call', headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
  const [first, second] = await Promise.all([ask(), ask()])
  expect(first.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
})
