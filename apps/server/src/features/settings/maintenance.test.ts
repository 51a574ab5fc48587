import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { createUser, PUBLIC_PASSWORD } from '@slipstream/db/testing/factories'
import { CALLS } from '#testing/access-matrix.ts'
import { freshName, newPerson } from '#testing/people.ts'
import { openFileStore } from '#testing/test-store.ts'
import { changeSettings } from './settings.service.ts'

const store = await openFileStore()
let address = ''
beforeAll(async () => {
  // Real connections, because injected requests count as the server's own, which are answered even in maintenance.
  await store.app.listen({ host: '127.0.0.1', port: 0 })
  address = `http://127.0.0.1:${(store.app.server.address() as AddressInfo).port}`
})
const maintenance = async (maintenanceMode: boolean) => {
  await inTransaction(store.db, (tx) => changeSettings(tx, { maintenanceMode }))
  await vi.waitFor(() => expect(store.services.settings.current().maintenanceMode).toBe(maintenanceMode))
}

const ask = async (name: string, token?: string, body?: unknown) => {
  const [method = '', path = ''] = name.split(' ')
  const answer = await fetch(address + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> }
}

/**
 * The calls that stay open to everyone: signing in, what pages call to learn that the store is closed, the
 * maintenance switch, counting visits, the return from a payment, and canceling a subscription.
 */
const OPEN = [
  'POST /api/admin/dev/maintenance',
  'POST /api/auth/admin-login',
  'POST /api/auth/discord/ticket',
  'POST /api/auth/forgot-password',
  'POST /api/auth/generate-token',
  'POST /api/auth/invitation',
  'POST /api/auth/invitation/accept',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'GET /api/auth/options',
  'POST /api/auth/passkey',
  'POST /api/auth/passkey/options',
  'POST /api/auth/prove',
  'POST /api/auth/prove/passkey',
  'POST /api/auth/prove/passkey/options',
  'POST /api/auth/register',
  'POST /api/auth/reset-password',
  'POST /api/auth/second-factor',
  'POST /api/auth/second-factor/passkey',
  'POST /api/auth/second-factor/passkey/options',
  'POST /api/auth/take-over',
  'GET /api/auth/user',
  'POST /api/auth/verify-email',
  'POST /api/purchase/complete',
  'GET /api/site/status',
  'GET /api/site/store',
  'POST /api/subscription/cancel',
  'POST /api/subscription/cancel-by-link',
  'POST /api/subscription/cancel-link',
  'POST /api/subscription/complete',
  'POST /api/visits',
]
const CLOSED = Object.keys(CALLS).filter((name) => !OPEN.includes(name))

/** All calls share one maintenance period, because closing the store takes longer than all requests. */
describe('[GATE-04] every call in maintenance', () => {
  let token = ''
  beforeAll(async () => {
    token = (await newPerson(store)).token
    await maintenance(true)
  })
  afterAll(() => maintenance(false))

  test.each(CLOSED)('[GATE-04] in maintenance %s is closed to visitors and customers', async (name) => {
    for (const { status, headers, body } of [await ask(name), await ask(name, token)]) {
      expect(status).toBe(503)
      expect(body).toMatchObject({ code: 'site.maintenance' })
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('retry-after')).toBe('120')
    }
  })

  test.each(OPEN)('[GATE-04] in maintenance %s answers everyone', async (name) => {
    expect((await ask(name)).body.code).not.toBe('site.maintenance')
  })
})

describe('[GATE-04] in maintenance', () => {
  afterEach(() => maintenance(false))

  test('[GATE-04] in maintenance everything stays open to administrators', async () => {
    const { token } = await newPerson(store, { isAdmin: true })
    await maintenance(true)
    for (const name of ['GET /api/account', 'GET /api/team/members', 'GET /api/admin/settings']) {
      expect((await ask(name, token)).status, name).toBe(200)
    }
  })

  test('[GATE-04] in maintenance an administrator can sign in, and a customer can read their own account', async () => {
    const admin = await createUser(store.db, { username: freshName(), isAdmin: true })
    const { token, row } = await newPerson(store)
    await maintenance(true)
    const body = { username: admin.username, password: PUBLIC_PASSWORD }
    const signedIn = await ask('POST /api/auth/admin-login', undefined, body)
    expect((await ask('GET /api/account', signedIn.body.token as string)).status).toBe(200)
    expect((await ask('GET /api/auth/user', token)).body).toMatchObject({ id: row.id })
  })

  test('[GATE-04] in maintenance an unknown token gets the maintenance answer, not a request to sign in', async () => {
    await maintenance(true)
    expect((await ask('GET /api/account', 'x'.repeat(43))).body.code).toBe('site.maintenance')
  })

  test('[GATE-04] in maintenance health checks, the API document and unknown addresses answer as usual', async () => {
    await maintenance(true)
    expect((await ask('GET /healthz')).status).toBe(200)
    expect((await ask('GET /api/docs/openapi.json')).status).toBe(200)
    expect((await ask('GET /api/nothing')).status).toBe(404)
  })

  test('[GATE-04] in maintenance the server can still render its pages', async () => {
    await maintenance(true)
    expect((await store.call('GET', '/api/team/members')).statusCode).toBe(200)
  })

  test('[GATE-04] after maintenance everything is open again', async () => {
    const { token } = await newPerson(store)
    await maintenance(true)
    expect((await ask('GET /api/account', token)).status).toBe(503)
    await maintenance(false)
    expect((await ask('GET /api/account', token)).status).toBe(200)
  })
})

test('[CALL-03] [GATE-06] administrators can poll the maintenance mode, and nobody else can', async () => {
  const admin = await newPerson(store, { isAdmin: true })
  const customer = await newPerson(store)
  const poll = (token?: string) => ask('GET /api/admin/settings', token)
  expect((await poll(admin.token)).body).toEqual({ maintenanceMode: false, openRequests: 0 })
  expect((await ask('GET /api/site/status')).body).toEqual({ maintenanceMode: false })
  expect([(await poll(customer.token)).status, (await poll()).status]).toEqual([403, 401])
  expect((await poll(customer.token)).body).toMatchObject({
    message: 'You must be logged in as an administrator to access this page.',
  })

  await maintenance(true)
  expect((await poll(admin.token)).body).toEqual({ maintenanceMode: true, openRequests: 0 })
  expect((await ask('GET /api/site/status')).body).toEqual({ maintenanceMode: true })
  const answer = await poll(admin.token)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const known = await fetch(`${address}/api/admin/settings`, {
    headers: { authorization: `Bearer ${admin.token}`, 'if-none-match': answer.headers.get('etag') ?? '' },
  })
  expect(known.status).toBe(304)
  await maintenance(false)
})
