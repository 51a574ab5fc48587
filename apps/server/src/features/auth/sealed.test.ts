import { expect, test } from 'vitest'
import { createSeal } from './sealed.ts'

const seal = createSeal('the secret of this store, which is long')

test('what is closed can be opened again, whatever it is', () => {
  for (const text of ['JBSWY3DPEHPK3PXP', '', 'Größe ✓', 'x'.repeat(10_000)]) {
    expect(seal.open(seal.close(text))).toBe(text)
  }
})

test('it says nothing about what it holds, not even that two hold the same', () => {
  const [one, other] = [seal.close('JBSWY3DPEHPK3PXP'), seal.close('JBSWY3DPEHPK3PXP')]
  expect(one).not.toBe(other)
  expect(Buffer.from(one, 'base64url').toString('latin1')).not.toContain('JBSWY3DP')
  // It may stand in a cookie.
  expect(one).toMatch(/^[\w-]+$/)
})

test('another store cannot open it', () => {
  const sealed = seal.close('JBSWY3DPEHPK3PXP')
  expect(() => createSeal('the secret of that store, which is long').open(sealed)).toThrow()
})

test('a secret can be replaced: what the old one closed stays readable, what the new one closes needs the new one', () => {
  const [before, after] = [seal.close('JBSWY3DPEHPK3PXP'), 'the next secret of this store, as long']
  const renewed = createSeal(after, 'the secret of this store, which is long')
  expect(renewed.open(before)).toBe('JBSWY3DPEHPK3PXP')
  expect(createSeal(after).open(renewed.close('new'))).toBe('new')
  expect(() => seal.open(renewed.close('new'))).toThrow()
})

test('what was changed or cut anywhere is not opened', () => {
  const bytes = Buffer.from(seal.close('JBSWY3DPEHPK3PXP'), 'base64url')
  for (let place = 0; place < bytes.length; place += 1) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
    expect(() => seal.open(changed.toString('base64url')), `byte ${place}`).toThrow()
  }
  for (const length of [0, 1, 11, 12, 20, 27, 28, bytes.length - 1]) {
    expect(() => seal.open(bytes.subarray(0, length).toString('base64url')), `${length} bytes`).toThrow()
  }
})

test('a shorter proof of its origin, which could be guessed, is none', () => {
  const bytes = Buffer.from(seal.close(''), 'base64url')
  // The right beginning of the right tag.
  for (const length of [16, 20, 24, 27]) {
    expect(() => seal.open(bytes.subarray(0, length).toString('base64url'))).toThrow(/tag/i)
  }
})
