import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bufferSource } from '../source.ts'
import { ATTACKS } from '../testing/attacks.ts'
import { tryInnocents } from '../testing/innocents.ts'
import { randomFrom } from '../testing/random.ts'
import { bitsOf, splitMod, TEST_KEY, textsWith, zipOfTexts } from '../testing/traced-mod.ts'
import type { LeakedText } from './material.ts'
import { traceLeak } from './trace.ts'

describe('named purchases', { timeout: 120_000 }, () => {
  test('no leak names an innocent purchase, and innocent scores look random', async () => {
    const { count, accused, found, highest, mean, deviation } = await tryInnocents({
      leaks: 20,
      purchases: 1_000,
      physicsFiles: 8,
      seed: 20,
    })
    expect({ count, accused }).toEqual({ count: 20_000, accused: 0 })
    // The leaks must be meaningful: many of them name a buyer.
    expect(found).toBeGreaterThan(8)
    expect(highest).toBeLessThan(6)
    expect(Math.abs(mean)).toBeLessThan(0.03)
    expect(Math.abs(deviation - 1)).toBeLessThan(0.05)
  })

  test('a random buyer is named by a random part of a copy after random changes', async () => {
    const { plan } = await splitMod({ vehicles: 2, configurations: 4, physicsFiles: 10 })
    const purchases = Array.from({ length: 100 }, (_, number) => `item-${number}`)
    const changes: Record<string, (texts: LeakedText[], random: () => number) => LeakedText[]> = {
      strip: ATTACKS.stripLineEnds,
      reindent: ATTACKS.reindent,
      rewrite: ATTACKS.rewrite,
      sort: ATTACKS.sortKeys,
      rename: ATTACKS.rename,
      step: ATTACKS.step,
      round: (texts) => ATTACKS.round(texts, 3),
    }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...purchases),
        fc.nat(),
        fc.array(fc.constantFrom(...Object.keys(changes)), { maxLength: 3 }),
        async (buyer, seed, names) => {
          const random = randomFrom(seed)
          const physics = textsWith(plan, bitsOf(plan, buyer)).filter(({ name }) => name.endsWith('.jbeam'))
          // Five parts have at least 150 coordinates, which is enough even if no other marks are left.
          const some = physics.toSorted(() => random() - 0.5).slice(0, 5 + Math.floor(random() * 10))
          const leak = names.reduce((texts, name) => changes[name]?.(texts, random) ?? texts, some)
          const trace = await traceLeak(bufferSource(await zipOfTexts(leak)), 'leak.zip', [
            { plan, key: TEST_KEY, purchases },
          ])
          expect(trace.named.map(({ purchase }) => purchase)).toEqual([buyer])
        },
      ),
      { numRuns: 15, seed: 7 },
    )
  })
})
