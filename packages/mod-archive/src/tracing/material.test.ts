import { describe, expect, test } from 'vitest'
import { tailOf } from '../marking/tail.ts'
import { bufferSource, type RangeSource } from '../source.ts'
import { randomFrom } from '../testing/random.ts'
import { bitsOf, splitMod, TEST_KEY, textsWith, zipOfTexts } from '../testing/traced-mod.ts'
import { type NewEntry, zipOf } from '../testing/zip-writer.ts'
import { TraceTimeout } from './budget.ts'
import { traceLeak } from './trace.ts'

const { plan, body } = await splitMod({ vehicles: 1, configurations: 2, physicsFiles: 8 })
const PURCHASES = Array.from({ length: 50 }, (_, number) => String(number))
const copy = Buffer.concat([body, await tailOf(plan, TEST_KEY, '7')])
const texts = textsWith(plan, bitsOf(plan, '7'))
const traced = (leak: Buffer | RangeSource, options = {}, name = 'leak.zip') =>
  traceLeak(
    Buffer.isBuffer(leak) ? bufferSource(leak) : leak,
    name,
    [{ plan, key: TEST_KEY, purchases: PURCHASES }],
    options,
  )

describe('leaked material', { timeout: 60_000 }, () => {
  test.each([
    ['stored', true],
    ['compressed', false],
  ])('a copy in another archive, %s, is read with its token', async (_how, isStored) => {
    const packed = await zipOf([
      { name: 'READ ME.txt', content: 'free' },
      { name: 'strada.zip', content: copy, isStored },
    ])
    expect(await traced(packed)).toMatchObject({ verdict: 'match', named: [{ purchase: '7', hasToken: true }] })
  })

  test('archives are opened three levels deep and no deeper', async () => {
    const nest = async (depth: number): Promise<Buffer> =>
      depth === 0 ? copy : zipOf([{ name: `level${depth}.zip`, content: await nest(depth - 1) }])
    expect(await traced(await nest(2))).toMatchObject({ verdict: 'match', material: { skipped: 0 } })
    expect(await traced(await nest(3))).toMatchObject({ verdict: 'too-little', named: [], material: { skipped: 1 } })
  })

  test('a leaked archive that the store would refuse as an upload is still read', async () => {
    const hostile: NewEntry[] = [
      { name: 'setup.exe', content: 'program' },
      { name: '../../up.txt', content: 'x' },
      { name: 'leak/' },
    ]
    const entries = texts.map(({ name, text }) => ({ name: `leak/mod/${name}`, content: Buffer.from(text, 'latin1') }))
    expect(await traced(await zipOf([...hostile, ...entries]))).toMatchObject({
      verdict: 'match',
      named: [{ purchase: '7', hasToken: false }],
    })
  })

  test('damaged and unreadable files are counted and left out', async () => {
    const zip = await zipOf([
      ...texts.map(({ name, text }) => ({ name, content: Buffer.from(text, 'latin1') })),
      { name: 'vehicles/damaged.jbeam', content: '{}', crc: 1 },
      { name: 'vehicles/broken.jbeam', content: '{"a": ' },
      { name: 'vehicles/not-a.zip', content: 'no zip' },
      { name: 'vehicles/large.json', content: Buffer.alloc(4 * 2 ** 20 + 1, ' ') },
    ])
    expect(await traced(zip)).toMatchObject({ verdict: 'match', material: { unreadable: 3, skipped: 1 } })
  })

  test('entries that point outside the archive or to the same bytes are left out', async () => {
    const zip = await zipOf([
      ...texts.map(({ name, text }) => ({ name, content: Buffer.from(text, 'latin1') })),
      { name: 'vehicles/outside.jbeam', content: '{}', headerOffset: 2 ** 31 },
      { name: 'vehicles/same.jbeam', content: '{}', headerOffset: 0 },
    ])
    expect(await traced(zip)).toMatchObject({ verdict: 'match', named: [{ purchase: '7' }] })
  })

  test('changed bytes in the directory of a leak never make the trace fail or name anybody else', async () => {
    const random = randomFrom(31)
    const start = copy.indexOf('PK\u0001\u0002')
    for (let round = 0; round < 15; round++) {
      const changed = Buffer.from(copy)
      for (let flips = 0; flips < 8; flips++)
        changed[start + Math.floor(random() * (copy.length - start))] = Math.floor(random() * 256)
      const { named } = await traced(changed)
      expect(named.filter(({ purchase }) => purchase !== '7')).toEqual([])
    }
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['half of an archive', copy.subarray(0, copy.length / 2)],
    ['a large file that is not a zip', Buffer.alloc(5 * 2 ** 20, 'x')],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex')],
  ])('a leak of %s is too little to trace', async (_what, leak) => {
    expect(await traced(leak)).toMatchObject({ verdict: 'too-little', named: [], scored: 0 })
  })

  test('a trace stops when its time is up or when it is aborted', async () => {
    await expect(traced(copy, { mostMilliseconds: 0 })).rejects.toBeInstanceOf(TraceTimeout)
    await expect(traced(copy, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped')
  })

  test('a trace fails if its source fails', async () => {
    const failing = { size: 1_000_000, read: () => Promise.reject(new Error('the bucket is down')) }
    await expect(traced(failing)).rejects.toThrow('the bucket is down')
  })

  test('a trace reports progress while files are read', async () => {
    const steps: string[] = []
    await traced(copy, {
      onProgress: ({ step, done }: { step: string; done: number }) => steps.push(`${step} ${done}`),
    })
    expect(steps).toContain('reading 1')
  })

  test('a copy with one buyer’s token and another buyer’s marks names both', async () => {
    const tail = await tailOf(plan, TEST_KEY, '8')
    const directory = tail.indexOf('PK\u0001\u0002')
    const other = await tailOf(plan, TEST_KEY, '7')
    const token = tail.subarray(tail.indexOf('WM\u0010\u0000', directory) + 4).subarray(0, 16)
    const forged = Buffer.concat([body, other])
    for (let at = forged.indexOf('WM\u0010\u0000'); at >= 0; at = forged.indexOf('WM\u0010\u0000', at + 4))
      token.copy(forged, at + 4)
    const { verdict, named } = await traced(forged)
    expect(verdict).toBe('several')
    expect(named).toMatchObject([
      { purchase: '7', hasToken: false },
      { purchase: '8', hasToken: true },
    ])
  })

  test('a leak is compared with every release, and only the right one names a purchase', async () => {
    const other = { ...plan, id: 'release-2' }
    const suspects = [other, plan].map((one) => ({ plan: one, key: TEST_KEY, purchases: PURCHASES }))
    const trace = await traceLeak(bufferSource(await zipOfTexts(texts)), 'leak.zip', suspects)
    expect(trace).toMatchObject({ verdict: 'match', named: [{ planId: 'release-1', purchase: '7' }], scored: 100 })
  })

  test('a mix of one buyer’s copies of two releases is a match, not several', async () => {
    const other = { ...plan, id: 'release-2' }
    const mixed = textsWith(other, bitsOf(other, '7')).map((text, at) => (at % 2 === 0 ? text : (texts[at] ?? text)))
    const suspects = [other, plan].map((one) => ({ plan: one, key: TEST_KEY, purchases: PURCHASES }))
    const trace = await traceLeak(bufferSource(await zipOfTexts(mixed)), 'leak.zip', suspects)
    expect(trace.verdict).toBe('match')
    expect(trace.named.map(({ purchase }) => purchase)).toEqual(['7', '7'])
  })

  test('a trace requests plans one after the other', async () => {
    const asked: string[] = []
    const suspects = async function* () {
      for (const id of ['release-1', 'release-2', 'release-3']) {
        asked.push(`plan of ${id}`)
        yield { plan: { ...plan, id }, key: TEST_KEY, purchases: noting(id) }
      }
    }
    const noting = function* (id: string) {
      asked.push(`purchases of ${id}`)
      yield '7'
    }
    await traceLeak(bufferSource(copy), 'leak.zip', suspects())
    expect(asked).toEqual(
      ['release-1', 'release-2', 'release-3'].flatMap((id) => [`plan of ${id}`, `purchases of ${id}`]),
    )
  })

  test('a trace refuses a plan with another key', async () => {
    const suspects = [{ plan, key: { ...TEST_KEY, id: 'test-2' }, purchases: PURCHASES }]
    await expect(traceLeak(bufferSource(copy), 'leak.zip', suspects)).rejects.toThrow('was made with key test-1')
  })
})
