import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readEntry } from './content.ts'
import { checkIntegrity } from './integrity.ts'
import { listArchive } from './listing.ts'
import { bufferSource } from './source.ts'
import { countedSource } from './testing/counted-source.ts'
import { zipOf } from './testing/zip-writer.ts'

const NOISE = randomBytes(9 * 2 ** 20)
const zip = await zipOf([
  { name: 'noise.dds', content: NOISE, isStored: true },
  { name: 'empty.txt' },
  { name: 'zeros.dds', content: Buffer.alloc(6 * 2 ** 20) },
  { name: 'text.json', content: '{"a": 1}' },
])
const listing = await listArchive(bufferSource(zip))

describe('the integrity pass', { timeout: 60_000 }, () => {
  test('the integrity pass reads every byte of an intact archive once, reports progress and finds nothing', async () => {
    const source = countedSource(bufferSource(zip))
    const steps: number[] = []
    const findings = await checkIntegrity(source, listing, {
      onProgress: ({ readBytes, ofBytes }) => steps.push(readBytes / ofBytes),
    })
    expect(findings).toEqual([])
    expect(source.count.bytes).toBe(zip.length)
    expect(source.count.mostAtOnce).toBe(2)
    expect(steps.at(-1)).toBe(1)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(steps.length).toBeGreaterThan(4)
  })

  test('the integrity pass reports each damaged entry and continues', async () => {
    const torn = Buffer.from(zip)
    for (const entry of listing.entries.filter(({ name }) => name !== 'empty.txt')) {
      const place = entry.limit - 3
      torn[place] = (torn[place] ?? 0) ^ 0xff
    }
    const findings = await checkIntegrity(bufferSource(torn), listing)
    expect(findings.map(({ entry }) => entry)).toEqual(['noise.dds', 'zeros.dds', 'text.json'])
  })

  test('the integrity pass stops unpacking at the declared size', async () => {
    const content = Buffer.concat([NOISE, NOISE, NOISE])
    const bomb = await zipOf([
      { name: 'bomb.dds', content, level: 0, size: 1_000 },
      { name: 'next.txt', content: 'abc' },
    ])
    const source = countedSource(bufferSource(bomb))
    const findings = await checkIntegrity(source, await listArchive(source))
    expect(findings).toMatchObject([{ code: 'lying-size', entry: 'bomb.dds' }])
    expect(source.count.bytes).toBeLessThan(bomb.length * 0.75)
  })

  test('the integrity pass finds bytes hidden after the end of compressed content', async () => {
    const text = 'x'.repeat(100)
    const plain = await zipOf([{ name: 'a.txt', content: text }])
    const [entry] = (await listArchive(bufferSource(plain))).entries
    if (!entry) throw new Error('no entry')
    const hidden = Buffer.from('hidden')
    const end = 30 + 5 + entry.packedSize
    const directory = Buffer.from(plain.subarray(end))
    const head = Buffer.from(plain.subarray(0, end))
    head.writeUInt32LE(entry.packedSize + hidden.length, 18)
    directory.writeUInt32LE(entry.packedSize + hidden.length, 20)
    directory.writeUInt32LE(end + hidden.length, directory.length - 6)
    const source = bufferSource(Buffer.concat([head, hidden, directory]))
    const listing = await listArchive(source)
    expect(await checkIntegrity(source, listing)).toMatchObject([{ code: 'damaged' }])
    await expect(readEntry(source, listing.entries[0] ?? expect.fail())).rejects.toThrow('damaged')
  })

  test('the integrity pass ends when it is aborted or the source fails', async () => {
    const stop = new AbortController()
    const given = checkIntegrity(bufferSource(zip), listing, { signal: stop.signal, onProgress: () => stop.abort() })
    await expect(given).rejects.toThrow('aborted')
    const broken = { size: zip.length, read: () => Promise.reject(new Error('the bucket is away')) }
    await expect(checkIntegrity(broken, listing)).rejects.toThrow('the bucket is away')
  })

  test('the integrity pass does not read a refused archive', async () => {
    const source = bufferSource(await zipOf([{ name: '../evil' }]))
    await expect(checkIntegrity(source, await listArchive(source))).rejects.toThrow('a refused archive is not read')
  })
})
