import { afterEach, expect, test } from 'vitest'
import { buildDetachedApp } from '#detached-app.ts'
import { freePort } from '#testing/free-port.ts'
import type { App } from '#app.ts'
import { addressBucket } from '#lib/address-bucket.ts'

const CEILING = 10

let app: App | null = null
afterEach(() => app?.close())

const listen = async (trustedProxies: string[] = []) => {
  app = await buildDetachedApp({ requestsPerMinute: CEILING, trustedProxies })
  return app.listen({ host: '127.0.0.1', port: await freePort() })
}

/** How many of these requests were allowed. */
const letThrough = async (address: string, forwardedFor: string[]) => {
  const statuses: number[] = []
  for (const header of forwardedFor) {
    const answer = await fetch(`${address}/api/nothing`, { headers: header ? { 'x-forwarded-for': header } : {} })
    await answer.arrayBuffer()
    statuses.push(answer.status)
  }
  return statuses.filter((status) => status !== 429).length
}
const requests = (count: number, header: (number: number) => string) =>
  Array.from({ length: count }, (_, i) => header(i))

test('a client over the rate limit gets 429 with Retry-After', async () => {
  const address = await listen()
  expect(
    await letThrough(
      address,
      requests(CEILING, () => ''),
    ),
  ).toBe(CEILING)
  const refused = await fetch(`${address}/api/nothing`)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('cache-control')).toBe('private, no-store')
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(await refused.json()).toEqual({
    code: 'request.too_many',
    message: 'Too many requests. Please wait a moment and try again.',
    requestId: refused.headers.get('x-request-id'),
  })

  expect((await fetch(`${address}/healthz`)).status).toBe(200)
})

test('the store’s own requests while rendering are not rate limited', async () => {
  await listen()
  for (let count = 0; count < CEILING * 3; count++) {
    const answer = await app?.inject('/api/nothing')
    expect(answer?.statusCode).toBe(404)
  }
})

test('a caller cannot avoid the rate limit with forged addresses', async () => {
  const address = await listen()
  expect(
    await letThrough(
      address,
      requests(200, (number) => `203.0.113.${number}`),
    ),
  ).toBe(CEILING)
})

test('behind a trusted proxy clients are counted separately', async () => {
  const address = await listen(['127.0.0.1'])
  expect(
    await letThrough(
      address,
      requests(CEILING * 2, (number) => `203.0.113.${number}`),
    ),
  ).toBe(CEILING * 2)
  expect(
    await letThrough(
      address,
      requests(CEILING * 2, () => '198.51.100.7'),
    ),
  ).toBe(CEILING)
})

test('behind a trusted proxy the address it saw counts, not one the client claims', async () => {
  const address = await listen(['127.0.0.0/8'])
  expect(
    await letThrough(
      address,
      requests(CEILING * 2, (number) => `10.0.0.${number}, 198.51.100.7`),
    ),
  ).toBe(CEILING)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2:ffff::1', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::5', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['2001:db8:1:3::1', '2001:db8:1:3'],
])('the address %s is counted as %s', (ip, bucket) => {
  expect(addressBucket(ip)).toBe(bucket)
})
