import Fastify from 'fastify'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { App } from '#app.ts'
import { readConfig } from '#config.ts'
import { buildDetachedApp } from '#detached-app.ts'
import { openStripe } from '#gateways/stripe.ts'
import { registerErrorHandler } from '#plugins/errors.ts'
import { registerRateLimit } from '#plugins/rate-limit.ts'
import { freePort } from '#testing/free-port.ts'
import { openTestDatabase, type TestDatabase } from '#testing/open-test-database.ts'
import { webhookRoutes } from './webhook.routes.ts'

let database: TestDatabase
let app: App
let address = ''
const stripe = openStripe(readConfig(inject('environment')))
beforeAll(async () => {
  database = await openTestDatabase()
  app = await buildDetachedApp({ db: database.db, stripe })
  address = await app.listen({ host: '127.0.0.1', port: await freePort() })
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const SIGNED = `t=1700000000,v1=${'0'.repeat(64)}`
const TOO_MUCH = 'x'.repeat(524_289)
const send = (signature: string | null, body: string) =>
  fetch(`${address}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature !== null && { 'stripe-signature': signature }) },
    body,
  })

// The body is too large. If it were read, the answer would be 413.
test.each([null, '', 't=1', 'v1=abc', `t=1,v1=${'z'.repeat(64)}`])(
  'an event signed with %j is refused before its body is read',
  async (signature) => {
    const answer = await send(signature, TOO_MUCH)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'payments.bad_signature' })
  },
)

test('an event above half a megabyte is refused', async () => {
  expect((await send(SIGNED, TOO_MUCH)).status).toBe(413)
})

test('events are rate limited per address', async () => {
  const limited = Fastify()
  registerErrorHandler(limited)
  await registerRateLimit(limited, 1_000)
  webhookRoutes(limited, { db: database.db, stripe }, 3)
  const url = await limited.listen({ host: '127.0.0.1', port: await freePort() })
  const statuses: number[] = []
  for (let count = 0; count < 5; count++) {
    statuses.push((await fetch(`${url}/api/webhooks/stripe`, { method: 'POST', body: '{}' })).status)
  }
  await limited.close()
  expect(statuses).toEqual([400, 400, 400, 429, 429])
})
