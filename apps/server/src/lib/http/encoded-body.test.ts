import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodedBody } from './encoded-body.ts'

const LONG = Buffer.from('panel by panel '.repeat(200))
const LONGER = Buffer.from('panel by panel '.repeat(2_000))

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br;q=0', 'gzip'],
  ['br; q=0.0, gzip;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['br;q=0.01', 'br'],
  ['deflate', null],
  ['identity', null],
  ['', null],
  [undefined, null],
])('a client that accepts "%s" gets %s', (accepted, encoding) => {
  expect(encodedBody(LONG).for(accepted).encoding).toBe(encoding)
})

test.each([
  ['a short list', LONG],
  ['a whole page', LONGER],
])('every encoding of %s has the same content and is created once', async (_what, plain) => {
  const body = encodedBody(plain)
  expect(body.for(undefined).body).toBe(plain)
  expect(brotliDecompressSync(await body.for('br').body)).toEqual(plain)
  expect(gunzipSync(await body.for('gzip').body)).toEqual(plain)
  expect(await body.for('br').body).toBe(await body.for('br, gzip').body)
})

test('a short body is not compressed', () => {
  const short = Buffer.from('{"maintenanceMode":false}')
  expect(encodedBody(short).for('br, gzip')).toEqual({ encoding: null, body: short })
})
