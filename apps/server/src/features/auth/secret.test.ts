import { expect, test } from 'vitest'
import { hashOf, isSameSecret, newSecret } from './secret.ts'

test('a secret has 256 random bits and is safe in URLs, headers and cookies', () => {
  const secrets = Array.from({ length: 1_000 }, newSecret)
  expect(new Set(secrets).size).toBe(1_000)
  for (const secret of secrets) {
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  }
})

test('the hash of a secret is always the same, differs from that of other secrets and does not reveal the secret', () => {
  const secret = newSecret()
  expect(hashOf(secret)).toBe(hashOf(secret))
  expect(hashOf(secret)).not.toBe(hashOf(newSecret()))
  expect(hashOf(secret)).not.toContain(secret)
  // Stored hashes were written by this function: its result must never change.
  expect(hashOf('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0')
})

test('secrets of any length can be compared', () => {
  const secret = newSecret()
  expect(isSameSecret(secret, secret)).toBe(true)
  for (const other of ['', secret.slice(1), `${secret}x`, newSecret()]) expect(isSameSecret(secret, other)).toBe(false)
})
