import { expect, test } from 'vitest'
import { createEncryption } from './encryption.ts'

const encryption = createEncryption('the secret of this store, which is long')

test('any text survives encryption and decryption', () => {
  for (const text of ['JBSWY3DPEHPK3PXP', '', 'Größe ✓', 'x'.repeat(10_000)]) {
    expect(encryption.decrypt(encryption.encrypt(text))).toBe(text)
  }
})

test('ciphertext reveals nothing about its text, not even that two texts are equal', () => {
  const [one, other] = [encryption.encrypt('JBSWY3DPEHPK3PXP'), encryption.encrypt('JBSWY3DPEHPK3PXP')]
  expect(one).not.toBe(other)
  expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('JBSWY3DP')
  // Safe to use in a cookie.
  expect(one).toMatch(/^[\w-]+$/)
})

test('a store with another secret cannot decrypt a ciphertext', () => {
  const encrypted = encryption.encrypt('JBSWY3DPEHPK3PXP')
  expect(() => createEncryption('the secret of that store, which is long').decrypt(encrypted)).toThrow()
})

test('after a rotation the old secret still decrypts old values, and new values need the new secret', () => {
  const [before, after] = [encryption.encrypt('JBSWY3DPEHPK3PXP'), 'the next secret of this store, as long']
  const renewed = createEncryption(after, 'the secret of this store, which is long')
  expect(renewed.decrypt(before)).toBe('JBSWY3DPEHPK3PXP')
  expect(createEncryption(after).decrypt(renewed.encrypt('new'))).toBe('new')
  expect(() => encryption.decrypt(renewed.encrypt('new'))).toThrow()
})

test('changed or truncated ciphertext is rejected', () => {
  const bytes = Buffer.from(encryption.encrypt('JBSWY3DPEHPK3PXP'), 'base64url')
  for (let place = 0; place < bytes.length; place += 1) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
    expect(() => encryption.decrypt(changed.toString('base64url')), `byte ${place}`).toThrow()
  }
  for (const length of [0, 1, 11, 12, 20, 27, 28, bytes.length - 1]) {
    expect(() => encryption.decrypt(bytes.subarray(0, length).toString('base64url')), `${length} bytes`).toThrow()
  }
})

test('a shortened authentication tag, which could be guessed, is rejected', () => {
  const bytes = Buffer.from(encryption.encrypt(''), 'base64url')
  // The correct first bytes of the correct tag.
  for (const length of [16, 20, 24, 27]) {
    expect(() => encryption.decrypt(bytes.subarray(0, length).toString('base64url'))).toThrow(/tag/i)
  }
})
