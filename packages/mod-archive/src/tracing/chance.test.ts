import { describe, expect, test } from 'vitest'
import { createCode, everySlot, RARE_SHARE } from '../marking/code.ts'
import { planKeys } from '../marking/keys.ts'
import { randomFrom } from '../testing/random.ts'
import { TEST_KEY } from '../testing/traced-mod.ts'
import { createChance } from './chance.ts'
import { createScorer, type Evidence, shareOf, weigh } from './evidence.ts'
import type { Reading } from './read-marks.ts'

const evidenceOf = (values: number[], isFrequent: number[]): Evidence => {
  const norm = Math.hypot(...values)
  return {
    weights: Float64Array.from(values, (value) => value / norm),
    isFrequent: Uint8Array.from(isFrequent),
    slots: { V: values.length, K: 0, N: 0, W: 0 },
    expected: 0,
  }
}

/** The exact chance, by trying all combinations of bits. */
const exactChance = (evidence: Evidence, least: number) => {
  const scoreOf = createScorer(evidence)
  const count = evidence.weights.length
  let chance = 0
  for (let word = 0; word < 2 ** count; word++) {
    const bits = Uint8Array.from({ length: count }, (_, at) => (word >> at) & 1)
    if (scoreOf(bits) < least - 1e-9) continue
    chance += bits.reduce((product, bit, at) => {
      const share = shareOf(evidence.isFrequent[at])
      return product * (bit === 1 ? share : 1 - share)
    }, 1)
  }
  return chance
}

describe('the chance of an innocent score', () => {
  test('the bound on the chance is never below the exact chance and stays close to it', () => {
    const random = randomFrom(3)
    for (let round = 0; round < 8; round++) {
      const values = Array.from({ length: 9 }, () => random() * 4 - 2)
      const evidence = evidenceOf(
        values,
        values.map(() => (random() < 0.5 ? 1 : 0)),
      )
      const chance = createChance(evidence)
      for (const score of [0.5, 1, 2, 3]) {
        const exact = exactChance(evidence, score)
        expect(Math.exp(chance.logOf(score))).toBeGreaterThanOrEqual(exact)
        if (exact > 0) expect(chance.logOf(score) - Math.log(exact)).toBeLessThan(4)
      }
    }
  })

  test('the threshold is the score with the given chance, and null if no score is that unlikely', () => {
    const random = randomFrom(4)
    const values = Array.from({ length: 400 }, () => (random() < 0.5 ? 0.5 : -0.5))
    const chance = createChance(
      evidenceOf(
        values,
        values.map(() => (random() < 0.5 ? 1 : 0)),
      ),
    )
    const threshold = chance.scoreFor(Math.log(1e-10))
    expect(chance.logOf(threshold ?? 0)).toBeCloseTo(Math.log(1e-10), 3)
    expect(chance.scoreFor(Math.log(1e-300))).toBeNull()
    expect(createChance(evidenceOf([], [])).scoreFor(Math.log(0.5))).toBeNull()
  })

  test('the chance of a full match of a few slots is the exact chance of its bits', () => {
    const bits = [1, 0, 1, 1, 0]
    const evidence = evidenceOf(
      bits.map((bit) => bit - 0.5),
      [1, 1, 0, 0, 0],
    )
    const score = createScorer(evidence)(Uint8Array.from(bits))
    const exact = (1 - RARE_SHARE) * RARE_SHARE * RARE_SHARE * RARE_SHARE * (1 - RARE_SHARE)
    expect(Math.exp(createChance(evidence).logOf(score))).toBeCloseTo(exact, 4)
  })
})

describe('weights', () => {
  const keys = planKeys(TEST_KEY, 'release-1')
  const code = createCode(keys, everySlot(2_000))
  const bits = code.bitsOf('buyer')
  const reading = (valueOf: (at: number) => number): Reading => ({
    slots: everySlot(2_000),
    channels: Array.from(bits, (_, at) => (at < 1_000 ? 'V' : 'K')),
    values: Float64Array.from(bits, (_, at) => valueOf(at)),
    nodes: { read: 0, recognized: 0 },
  })
  const random = randomFrom(9)
  const noise = Float64Array.from(bits, () => random() - 0.5)

  test('innocent scores have mean 0 and standard deviation 1, whatever was done to the leak', () => {
    for (const leak of [
      reading((at) => (bits[at] ?? 0) - 0.5),
      reading((at) => (bits[at] ?? 0) - 0.5 + 10 * (noise[at] ?? 0)),
      reading((at) => ((code.isFrequent[at] ?? 0) > 0 ? 2 : -0.1)),
      reading(() => -0.5),
    ]) {
      const scoreOf = createScorer(weigh(leak, code.isFrequent))
      const scores = Array.from({ length: 2_000 }, (_, number) => scoreOf(code.bitsOf(`innocent-${number}`)))
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
      const deviation = Math.hypot(...scores.map((score) => score - mean)) / Math.sqrt(scores.length)
      expect(Math.abs(mean)).toBeLessThan(0.08)
      expect(Math.abs(deviation - 1)).toBeLessThan(0.05)
    }
  })

  test('a few coordinates that were moved far away do not drown out the others', () => {
    const outliers = reading((at) => (at % 10 === 0 ? 7 * Math.sign(noise[at] ?? 0) : (bits[at] ?? 0) - 0.5))
    const clean = reading((at) => (bits[at] ?? 0) - 0.5)
    const scoreOf = (leak: Reading) => createScorer(weigh(leak, code.isFrequent))(bits)
    expect(scoreOf(outliers)).toBeGreaterThan(0.6 * scoreOf(clean))
  })

  test('a channel with meaningless bits loses its weight, so that the other channel decides', () => {
    const shuffled = reading((at) => (at < 1_000 ? (bits[at] ?? 0) - 0.5 : (noise[at] ?? 0) > 0 ? 0.5 : -0.5))
    const { weights, expected } = weigh(shuffled, code.isFrequent)
    const power = (channel: Float64Array) => channel.reduce((sum, weight) => sum + weight * weight, 0)
    expect(power(weights.subarray(1_000))).toBeLessThan(0.02)
    expect(createScorer(weigh(shuffled, code.isFrequent))(bits)).toBeCloseTo(expected, -1)
  })
})
