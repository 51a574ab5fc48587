import * as z from 'zod/mini'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoint } from '@slipstream/contract/endpoint'
import type { App } from '#app.ts'
import { mount } from '#lib/http/mount.ts'
import { buildDetachedApp } from '#detached-app.ts'

const listApi = endpoint({
  method: 'GET',
  path: '/api/test/list',
  summary: 'A list',
  access: 'public',
  query: z.object({ length: z.coerce.number() }),
  response: z.array(z.string()),
})

let app: App
beforeAll(async () => {
  app = await buildDetachedApp()
  mount(app, listApi, async ({ query }) => Array.from({ length: query.length }, (_, i) => `Mod ${i}`))
  await app.ready()
})
afterAll(() => app.close())

test.each([
  ['a response', '/api/test/list?length=1', 200],
  ['an error', '/api/test/list', 400],
  ['an unknown call', '/api/nothing', 404],
  ['an unknown page', '/nothing', 404],
  ['the health check', '/healthz', 200],
  ['a URL with a lone percent sign', '/%', 400],
  ['a call with a lone percent sign', '/api/%zz', 400],
  ['a URL with half a character', '/%E0%A4%A', 400],
  ['a page URL that cannot be decoded', '/mods/%', 400],
  ['an overlong URL segment', `/api/mods/${'1'.repeat(150)}`, 404],
])('%s carries the security headers', async (_what, url, status) => {
  const { statusCode, headers } = await app.inject(url)
  expect(statusCode).toBe(status)
  const maxAge = /^max-age=(\d+); includeSubDomains$/.exec(String(headers['strict-transport-security']))?.[1]
  expect(Number(maxAge)).toBeGreaterThanOrEqual(31_536_000)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('server')
})

test('a malformed URL is refused with the standard error body', async () => {
  const answer = await app.inject('/api/%zz')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(answer.json()).toEqual({
    code: 'request.invalid',
    message: 'The request is not valid.',
    requestId: answer.headers['x-request-id'],
  })
})

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])('a long response is sent as %s to a client that accepts it', async (encoding, decompress) => {
  const ask = (headers: Record<string, string>) => app.inject({ url: '/api/test/list?length=500', headers })
  const plain = await ask({})
  expect(plain.headers['content-encoding']).toBeUndefined()

  const packed = await ask({ 'accept-encoding': encoding })
  expect(packed.headers['content-encoding']).toBe(encoding)
  expect(packed.headers.vary).toContain('accept-encoding')
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  expect(decompress(packed.rawPayload).toString()).toBe(plain.payload)
})

test('a short response is not compressed', async () => {
  const answer = await app.inject({ url: '/api/test/list?length=5', headers: { 'accept-encoding': 'br, gzip' } })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.json()).toHaveLength(5)
})
