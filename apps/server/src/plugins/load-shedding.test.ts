import { afterEach, expect, test } from 'vitest'
import { buildDetachedApp } from '#detached-app.ts'
import { freePort } from '#testing/free-port.ts'
import type { App } from '#app.ts'

/** Burst per address while the store is overloaded. */
const BURST = 12

let app: App | null = null
afterEach(() => app?.close())

const listen = async (isLate: () => boolean) => {
  app = await buildDetachedApp({ lateness: { isLate }, requestsPerMinute: 1_200, trustedProxies: ['127.0.0.1'] })
  return app.listen({ host: '127.0.0.1', port: await freePort() })
}

const ask = (address: string, from: string, path = '/api/nothing') =>
  fetch(address + path, { headers: { 'x-forwarded-for': from } })

const statuses = async (address: string, from: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await ask(address, from)
      await answer.arrayBuffer()
      return answer.status
    }),
  )

/** A refused request of many at once: after them, a busy machine might already have regained part of the share. */
const refused = async (address: string, from: string, path?: string) => {
  const answers = await Promise.all(Array.from({ length: BURST * 3 }, () => ask(address, from, path)))
  const refusal = answers.find(({ status }) => status === 503)
  await Promise.all(answers.filter((answer) => answer !== refusal).map((answer) => answer.arrayBuffer()))
  if (!refusal) throw new Error('none was refused')
  return refusal
}

test('under overload only an address over its share is refused', async () => {
  const address = await listen(() => true)
  const answers = await statuses(address, '203.0.113.7', BURST * 3)
  expect(answers.filter((status) => status === 404).length).toBeGreaterThanOrEqual(BURST)
  expect(answers).toContain(503)
  expect((await ask(address, '203.0.113.8')).status).toBe(404)
})

test('under overload a call is refused with JSON and a page with HTML, both with Retry-After', async () => {
  const address = await listen(() => true)
  const call = await refused(address, '203.0.113.7')
  expect(call.headers.get('retry-after')).toBe('2')
  expect(call.headers.get('x-content-type-options')).toBe('nosniff')
  expect(call.headers.get('cache-control')).toBe('private, no-store')
  expect(await call.json()).toEqual({
    code: 'server.busy',
    message: 'We’re handling a lot of requests right now. Try again in a few seconds.',
    requestId: call.headers.get('x-request-id'),
  })
  const page = await refused(address, '203.0.113.7', '/mods')
  expect(page.headers.get('retry-after')).toBe('3')
  expect(await page.text()).toContain('<h1>The store is busy</h1>')
})

test('build files and the store’s own requests do not count toward the share', async () => {
  const address = await listen(() => true)
  await refused(address, '203.0.113.7')
  expect((await ask(address, '203.0.113.7', '/assets/nothing.js')).status).toBe(404)
  expect((await app?.inject('/api/nothing'))?.statusCode).toBe(404)
})

test('without overload nobody is refused', async () => {
  let isLate = false
  const address = await listen(() => isLate)
  expect(new Set(await statuses(address, '203.0.113.7', BURST * 3))).toEqual(new Set([404]))
  isLate = true
  expect(await statuses(address, '203.0.113.7', BURST)).toContain(503)
})
