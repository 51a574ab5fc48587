import { describe, test } from 'vitest'
import { bufferSource } from '../source.ts'
import { ATTACKS, collude, STRATEGIES } from '../testing/attacks.ts'
import { expectNamed } from '../testing/expect-named.ts'
import { randomFrom } from '../testing/random.ts'
import { bitsOf, splitMod, TEST_KEY, textsWith, zipOfTexts } from '../testing/traced-mod.ts'
import type { LeakedText } from './material.ts'
import { traceLeak } from './trace.ts'

const { plan } = await splitMod({ vehicles: 2, configurations: 8, physicsFiles: 30 })
const PURCHASES = Array.from({ length: 300 }, (_, number) => `order-item-${1_000 + number}`)

const tracedTexts = async (texts: readonly LeakedText[]) =>
  traceLeak(bufferSource(await zipOfTexts(texts)), 'leak.zip', [{ plan, key: TEST_KEY, purchases: PURCHASES }])
const ofOneVehicle = (texts: readonly LeakedText[]) => texts.filter(({ name }) => name.includes('/vento_car/'))

describe('several people who mix their copies', { timeout: 60_000 }, () => {
  const people = ['order-item-1007', 'order-item-1070', 'order-item-1133', 'order-item-1299']
  const random = randomFrom(5)
  const strategies = Object.keys(STRATEGIES) as (keyof typeof STRATEGIES)[]

  test.each([2, 3, 4].flatMap((count) => strategies.map((strategy) => [count, strategy] as const)))(
    '%i people who mix their copies by “%s” are all named',
    async (count, strategy) => {
      const colluders = people.slice(0, count)
      expectNamed(await tracedTexts(collude(plan, colluders, strategy, random)), colluders)
    },
  )

  test.each([
    [2, 'interleave'],
    [2, 'minority'],
    [3, 'interleave'],
    [3, 'minority'],
  ] as const)('%i people who mix one vehicle by “%s” and sort its keys are all named', async (count, strategy) => {
    const colluders = people.slice(0, count)
    const mixed = ofOneVehicle(collude(plan, colluders, strategy, random))
    expectNamed(await tracedTexts(ATTACKS.sortKeys(mixed)), colluders)
  })

  test('two people who average all numbers are both named', async () => {
    const [one = [], other = []] = people.slice(0, 2).map((purchase) => textsWith(plan, bitsOf(plan, purchase)))
    expectNamed(await tracedTexts(ATTACKS.average(one, other)), people.slice(0, 2))
  })
})
