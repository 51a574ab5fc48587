import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TEST_KEY } from '../testing/traced-mod.ts'
import { createCode, directionBits, everySlot, RARE_SHARE } from './code.ts'
import { type MarkKey, planKeys } from './keys.ts'
import { isTokenOf, tokenField, tokenIn } from './token.ts'

const keys = planKeys(TEST_KEY, 'release-1')
const purchase = fc.oneof(fc.nat().map(String), fc.uuid(), fc.string({ maxLength: 60 }))

describe('the code', { timeout: 60_000 }, () => {
  test('ones are rare in half of the slots and frequent in the other half', () => {
    const { isFrequent, bitsOf } = createCode(keys, everySlot(40_000))
    const share = (of: number) => {
      const bits = bitsOf('7').filter((_, slot) => isFrequent[slot] === of)
      return { slots: bits.length / 40_000, ones: bits.reduce((sum, bit) => sum + bit, 0) / bits.length }
    }
    expect(RARE_SHARE).toBeCloseTo(1 / 2 - 1 / (2 * Math.sqrt(3)), 4)
    expect(share(0).slots).toBeCloseTo(0.5, 1)
    expect(share(0).ones).toBeCloseTo(RARE_SHARE, 1)
    expect(share(1).ones).toBeCloseTo(1 - RARE_SHARE, 1)
  })

  test('the code for some slots has the same bits as the code for all slots', () => {
    const all = createCode(keys, everySlot(2_000))
    fc.assert(
      fc.property(purchase, fc.uniqueArray(fc.nat(1_999), { maxLength: 200 }), (id, slots) => {
        const some = createCode(keys, slots)
        const bits = all.bitsOf(id)
        expect([...some.bitsOf(id)]).toEqual(slots.map((slot) => bits[slot]))
        expect([...some.isFrequent]).toEqual(slots.map((slot) => all.isFrequent[slot]))
      }),
      { numRuns: 50 },
    )
  })

  test('the bits of two purchases, two plans and two keys agree only by chance', () => {
    const bits = [
      createCode(keys, everySlot(8_000)).bitsOf('1'),
      createCode(keys, everySlot(8_000)).bitsOf('2'),
      createCode(planKeys(TEST_KEY, 'release-2'), everySlot(8_000)).bitsOf('1'),
      createCode(planKeys({ id: 'other', secret: Buffer.alloc(32, 1) }, 'release-1'), everySlot(8_000)).bitsOf('1'),
    ]
    const agreement = (a: Uint8Array = new Uint8Array(), b?: Uint8Array) =>
      a.filter((bit, slot) => bit === b?.[slot]).length / a.length
    // Two purchases of a plan have the same shares of ones.
    expect(agreement(bits[0], bits[1])).toBeCloseTo(RARE_SHARE ** 2 + (1 - RARE_SHARE) ** 2, 1)
    expect(agreement(bits[0], bits[2])).toBeCloseTo(0.5, 1)
    expect(agreement(bits[0], bits[3])).toBeCloseTo(0.5, 1)
  })

  test('the bits, directions and token of a purchase never change, because copies are recreated from them', () => {
    const bits = createCode(keys, everySlot(1_000)).bitsOf('order-item-7')
    const hash = createHash('sha256').update(bits).update(directionBits(keys, 1_000)).update(keys.token('order-item-7'))
    expect(hash.digest('hex')).toBe('5578dcbcf1f3e78725c1101d634558434d8a01c9755608b719f51afecb9ceaa5')
  })
})

describe('the token', () => {
  test('a token is accepted only for its purchase, plan and key, and never with a changed bit', () => {
    const others: [MarkKey, string][] = [
      [TEST_KEY, 'release-2'],
      [{ id: 'test-1', secret: Buffer.alloc(32, 1) }, 'release-1'],
    ]
    const otherKeys = others.map(([key, plan]) => planKeys(key, plan))
    fc.assert(
      fc.property(purchase, purchase, fc.nat(127), (id, other, bit) => {
        const token = keys.token(id)
        const changed = Buffer.from(token)
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        return (
          isTokenOf(keys, id, token) &&
          isTokenOf(keys, other, token) === (id === other) &&
          !otherKeys.some((wrong) => isTokenOf(wrong, id, token)) &&
          !isTokenOf(keys, id, changed) &&
          !isTokenOf(keys, id, token.subarray(1))
        )
      }),
      { numRuns: 2_000 },
    )
  })

  test('a token of another length is ignored', () => {
    const field = tokenField(keys.token('1'))
    expect(tokenIn(new Map([[field.readUInt16LE(0), field.subarray(4)]]))).toEqual(keys.token('1'))
    expect(tokenIn(new Map([[field.readUInt16LE(0), field.subarray(5)]]))).toBeNull()
    expect(tokenIn(new Map())).toBeNull()
  })
})
