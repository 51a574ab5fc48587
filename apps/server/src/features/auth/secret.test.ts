import { expect, test } from 'vitest'
import { hashOf, isSameSecret, newSecret } from './secret.ts'

test('secrets are 256 random bits that may stand in an address, a header and a cookie', () => {
  const secrets = Array.from({ length: 1_000 }, newSecret)
  expect(new Set(secrets).size).toBe(1_000)
  for (const secret of secrets) {
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  }
})

test('a hash is the same each time, another for another secret, and not the secret', () => {
  const secret = newSecret()
  expect(hashOf(secret)).toBe(hashOf(secret))
  expect(hashOf(secret)).not.toBe(hashOf(newSecret()))
  expect(hashOf(secret)).not.toContain(secret)
  // What is in the database was written by this very function: it must never change.
  expect(hashOf('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
})

test('secrets of any length can be compared', () => {
  const secret = newSecret()
  expect(isSameSecret(secret, secret)).toBe(true)
  for (const other of ['', secret.slice(1), `${secret}x`, newSecret()]) expect(isSameSecret(secret, other)).toBe(false)
})
