import { describe, expect, test } from 'vitest'
import { tailOf } from '../marking/tail.ts'
import { bufferSource } from '../source.ts'
import { ATTACKS } from '../testing/attacks.ts'
import { expectNamed } from '../testing/expect-named.ts'
import { randomFrom } from '../testing/random.ts'
import { bitsOf, splitMod, TEST_KEY, textsWith, zipOfTexts } from '../testing/traced-mod.ts'
import type { LeakedText } from './material.ts'
import { traceLeak } from './trace.ts'

const { plan, body } = await splitMod({ vehicles: 3, configurations: 36, physicsFiles: 40 })
const PURCHASES = Array.from({ length: 300 }, (_, number) => `order-item-${1_000 + number}`)
const BUYER = 'order-item-1042'

const traced = (leak: Buffer, name = 'leak.zip') =>
  traceLeak(bufferSource(leak), name, [{ plan, key: TEST_KEY, purchases: PURCHASES }])
const tracedTexts = async (texts: readonly LeakedText[]) => traced(await zipOfTexts(texts))

const copy = textsWith(plan, bitsOf(plan, BUYER))
const ofOneVehicle = (texts: readonly LeakedText[]) => texts.filter(({ name }) => name.includes('/vento_car/'))

describe('a leaked copy', { timeout: 60_000 }, () => {
  test('an unchanged copy names its purchase by marks and token', async () => {
    const trace = await traced(Buffer.concat([body, await tailOf(plan, TEST_KEY, BUYER)]))
    expectNamed(trace, [BUYER])
    expect(trace).toMatchObject({ named: [{ hasToken: true, planId: 'release-1' }], read: trace.of })
    expect(trace.named[0]?.score).toBeGreaterThan(120)
  })

  test('a repacked copy has lost its token but no mark', async () => {
    const trace = await tracedTexts(copy)
    expectNamed(trace, [BUYER])
    expect(trace).toMatchObject({ named: [{ hasToken: false }], read: trace.of })
  })

  const random = randomFrom(11)
  const originals = plan.files
  test.each<[string, number, () => readonly LeakedText[]]>([
    ['one vehicle', 60, () => ofOneVehicle(copy)],
    ['one file under its own name', 7, () => copy.filter(({ name }) => name.endsWith('vento_car_3.jbeam'))],
    ['half of the files', 80, () => copy.filter(() => random() < 0.5)],
    [
      'a copy with half of its files replaced by unmarked ones',
      45,
      () => copy.map((text, at) => (random() < 0.5 ? (originals[at] ?? text) : text)),
    ],
    ['a copy without spaces at line ends', 85, () => ATTACKS.stripLineEnds(copy)],
    ['a copy without indentation and comments', 85, () => ATTACKS.reindent(copy)],
    ['a copy written by another program', 85, () => ATTACKS.rewrite(copy)],
    ['a copy with sorted keys', 58, () => ATTACKS.sortKeys(copy)],
    ['a copy with all numbers rounded to 3 decimals', 50, () => ATTACKS.round(copy, 3)],
    ['a copy with all numbers rounded to 2 decimals', 8, () => ATTACKS.round(copy, 2)],
    ['a copy with every part, node, file and vehicle renamed', 58, () => ATTACKS.rename(copy)],
    ['a copy with coordinates moved by -1, 0 or 1 mm', 35, () => ATTACKS.step(copy, random)],
    ['a copy with noise of 3 mm on all nodes', 20, () => ATTACKS.noise(copy, 3, random)],
    ['a copy with noise of 5 mm on all nodes', 12, () => ATTACKS.noise(copy, 5, random)],
    ['one vehicle with noise of 3 mm', 10, () => ATTACKS.noise(ofOneVehicle(copy), 3, random)],
  ])('%s names its purchase', async (_what, leastScore, leak) => {
    const trace = await tracedTexts(leak())
    expectNamed(trace, [BUYER])
    expect(trace.named[0]?.score).toBeGreaterThan(leastScore)
  })

  test('a single unpacked file under another name names its purchase', async () => {
    const file = copy.find(({ name }) => name.endsWith('vento_car_3.jbeam'))
    expectNamed(await traced(Buffer.from(file?.text ?? '', 'latin1'), 'hood.txt'), [BUYER])
  })

  test('a few lines of a file are too little and name nobody', async () => {
    const file = copy.find(({ name }) => name.endsWith('vento_car_3.jbeam'))
    const lines = file?.text.split('\n') ?? []
    const nodes = lines.filter((line) => /"p3n[0-5][lr]"/.test(line) && line.includes('.'))
    const trace = await traced(Buffer.from(`{"part": {"nodes": [${nodes.join('\n')}]}}`), 'part.jbeam')
    expect(trace).toMatchObject({ verdict: 'too-little', named: [] })
    expect(trace.read.V).toBeGreaterThan(10)
    expect(trace.neededMarks).toBeGreaterThan(trace.read.V)
  })

  test('the original, which nobody bought, names nobody', async () => {
    expect(await tracedTexts(plan.files)).toMatchObject({ verdict: 'none', named: [] })
  })

  test('another mod names nobody', async () => {
    const other = await splitMod({ vehicles: 5, configurations: 5, physicsFiles: 12 })
    const foreign = textsWith(other.plan, bitsOf(other.plan, BUYER))
    const trace = await tracedTexts(
      ATTACKS.noise(foreign, 900, randomFrom(1)).map(({ name, text }) => ({
        name: name.replace('_car', '_other'),
        text: text.replaceAll('_car', '_other'),
      })),
    )
    expect(trace).toMatchObject({ verdict: 'none', named: [] })
  })
})
