import { createHash, randomBytes, randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { createResumableHash, finishHash } from './resumable-hash.ts'

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest('hex')

test('a hash resumed from a stored state is the SHA-256 of all bytes, wherever they are split', () => {
  for (let round = 0; round < 300; round++) {
    const pieces = Array.from({ length: randomInt(6) }, () => randomBytes(randomInt(200)))
    const tail = randomBytes(randomInt(300))
    const hash = createResumableHash()
    for (const piece of pieces) hash.update(piece)
    const lengths = [...pieces, tail].map(({ length }) => length).join(', ')
    expect(finishHash(hash.save(), tail), lengths).toBe(sha256(...pieces, tail))
  }
})

test('data of every length around a block boundary has the right hash', () => {
  const bytes = randomBytes(200)
  for (let length = 0; length <= bytes.length; length++) {
    const hash = createResumableHash()
    hash.update(bytes.subarray(0, length))
    expect(finishHash(hash.save(), Buffer.alloc(0))).toBe(sha256(bytes.subarray(0, length)))
  }
})

test('a large body has the right hash, and a stored state can be resumed more than once', () => {
  const body = randomBytes(3 * 2 ** 20 + 17)
  const hash = createResumableHash()
  hash.update(body)
  const state = hash.save()
  for (const tail of ['first', 'second']) {
    expect(finishHash(state, Buffer.from(tail))).toBe(sha256(body, Buffer.from(tail)))
  }
})

test('a truncated hash state is refused', () => {
  const hash = createResumableHash()
  hash.update(Buffer.from('bytes of an open block'))
  expect(() => finishHash(hash.save().slice(0, -8), Buffer.alloc(0))).toThrow(RangeError)
})
