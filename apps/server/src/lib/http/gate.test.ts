import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Access, endpoint } from '@slipstream/contract/endpoint'
import type { App } from '#app.ts'
import { buildDetachedApp } from '#detached-app.ts'
import type { CurrentUser } from '../current-user.ts'
import { DomainError } from '../domain-error.ts'
import { mount } from './mount.ts'

const PEOPLE: Record<string, CurrentUser> = {
  buyer: { id: 1, sessionId: 1, isAdmin: false, isDeveloper: false },
  admin: { id: 2, sessionId: 2, isAdmin: true, isDeveloper: false },
  developer: { id: 3, sessionId: 3, isAdmin: true, isDeveloper: true },
}

let app: App
let address = ''
/** A scripted gate that records its calls. */
const gate = { isClosed: false, lacksFactor: false, used: [] as string[], forgotten: [] as number[] }

const api = (name: string, access: Access, more: { poll?: true; duringMaintenance?: true } = {}) =>
  endpoint({
    method: 'POST',
    path: `/api/test/${name}`,
    summary: name,
    access,
    response: z.object({ as: z.nullable(z.number()) }),
    ...more,
  })

beforeAll(async () => {
  app = await buildDetachedApp()
  app.gate.identify = async (request) => {
    const who = String(request.headers['x-as'])
    if (who === 'banned') throw new DomainError('auth.banned')
    return PEOPLE[who] ?? null
  }
  app.gate.isInMaintenance = () => gate.isClosed
  app.gate.lacksSecondFactor = () => gate.lacksFactor
  app.gate.noteUse = async (request) => void gate.used.push(request.url)
  app.gate.forget = (userId) => void gate.forgotten.push(userId)
  for (const one of [
    api('public', 'public'),
    api('status', 'public', { duringMaintenance: true, poll: true }),
    api('user', 'user'),
    api('poll', 'user', { poll: true }),
    api('admin', 'admin'),
    api('developer', 'developer'),
  ]) {
    mount(app, one, async ({ user }) => ({ as: user?.id ?? null }))
  }
  const broken = api('broken', 'user')
  mount(app, broken, async () => {
    throw new DomainError('request.not_found')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
beforeEach(() => {
  Object.assign(gate, { isClosed: false, lacksFactor: false, used: [], forgotten: [] })
})
afterAll(() => app.close())

/** Calls from outside; returns the error code, or the user it was answered for. */
const ask = async (name: string, as = 'visitor') => {
  const answer = await fetch(`${address}/api/test/${name}`, { method: 'POST', headers: { 'x-as': as } })
  const { code, ...body } = (await answer.json()) as { code?: string; as?: number | null }
  return code ?? body.as
}

describe('the gate in maintenance', () => {
  beforeEach(() => {
    gate.isClosed = true
  })

  test.each(['public', 'user', 'poll', 'admin', 'developer'])(
    'in maintenance the call "%s" is closed to all but administrators',
    async (name) => {
      expect(await ask(name)).toBe('site.maintenance')
      expect(await ask(name, 'buyer')).toBe('site.maintenance')
      expect(await ask(name, 'banned')).toBe('auth.banned')
      expect(await ask(name, 'developer')).not.toBe('site.maintenance')
    },
  )

  test('in maintenance administrators need the same access level as at other times', async () => {
    expect(await ask('developer', 'admin')).toBe('auth.developer_required')
    expect(await ask('admin', 'admin')).toBe(2)
    gate.lacksFactor = true
    expect(await ask('admin', 'admin')).toBe('auth.two_factor_required')
    expect(await ask('user', 'admin')).toBe(2)
  })

  test('in maintenance calls that stay open answer without identifying the caller', async () => {
    expect(await ask('status')).toBeNull()
    expect(await ask('status', 'banned')).toBeNull()
  })

  test('in maintenance the server’s own requests are answered, and no client can imitate them', async () => {
    const inside = await app.inject({ method: 'POST', url: '/api/test/public' })
    expect(inside.statusCode).toBe(200)
    const headers = { host: 'localhost', 'user-agent': 'lightMyRequest', 'x-forwarded-for': '127.0.0.1' }
    const outside = await fetch(`${address}/api/test/public`, { method: 'POST', headers })
    expect(outside.status).toBe(503)
  })
})

test('administrators need a second factor for admin and developer calls only', async () => {
  gate.lacksFactor = true
  expect(await ask('user', 'admin')).toBe(2)
  expect(await ask('admin', 'admin')).toBe('auth.two_factor_required')
  expect(await ask('developer', 'developer')).toBe('auth.two_factor_required')
  expect(await ask('admin', 'buyer')).toBe('auth.admin_required')
})

test('only a person’s own action extends a session: no poll, no refused and no public call', async () => {
  await ask('user', 'buyer')
  for (const name of ['poll', 'public', 'status', 'admin']) await ask(name, 'buyer')
  await ask('user')
  expect(gate.used).toEqual(['/api/test/user'])
})

test('after a change the user’s cached session is dropped before the response is sent', async () => {
  expect(await ask('user', 'buyer')).toBe(1)
  expect(gate.forgotten).toEqual([1])
  await ask('broken', 'admin')
  await ask('admin', 'buyer')
  await ask('public', 'buyer')
  expect(gate.forgotten).toEqual([1])
})

test('a call without input refuses any input except an empty object', async () => {
  const send = async (body: string) => {
    const headers = { 'x-as': 'buyer', 'content-type': 'application/json' }
    return (await fetch(`${address}/api/test/user`, { method: 'POST', headers, body })).status
  }
  for (const body of ['{"isAdmin":true}', '[1]', '"text"', '7', 'true']) expect(await send(body), body).toBe(400)
  for (const body of ['', '{}', 'null']) expect(await send(body), body).toBe(200)
})
