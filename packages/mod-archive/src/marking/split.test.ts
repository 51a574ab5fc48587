import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEntry } from '../content.ts'
import { listArchive } from '../listing.ts'
import { bufferSource, openFile } from '../source.ts'
import { countedSource } from '../testing/counted-source.ts'
import { modEntries } from '../testing/generated-mod.ts'
import { readByAll } from '../testing/other-readers.ts'
import { splitMod, splitZip, TEST_KEY } from '../testing/traced-mod.ts'
import { type NewEntry, zipOf } from '../testing/zip-writer.ts'
import type { Plan } from './plan.ts'
import { decodePlan, encodePlan } from './plan-bytes.ts'
import { splitMaster } from './split.ts'
import { tailOf } from './tail.ts'

const MARKED = /^vehicles\/.*(\.jbeam|\.pc|\/info[^/]*\.json)$/
const mod = { vehicles: 2, configurations: 4, physicsFiles: 6 }
const { master, body, plan } = await splitMod(mod, [{ name: 'vehicles/Türen/' }, { name: 'vehicles/Türen/ß.txt' }])
const copyOf = async (purchase: string, of: Plan = plan) => Buffer.concat([body, await tailOf(of, TEST_KEY, purchase)])

const contentsOf = async (zip: Buffer) => {
  const source = bufferSource(zip)
  const { entries, findings } = await listArchive(source)
  expect(findings.filter(({ severity }) => severity === 'refusal')).toEqual([])
  const contents = await Promise.all(entries.map((entry) => readEntry(source, entry)))
  return entries.map((entry, at) => ({ ...entry, content: contents[at] ?? Buffer.alloc(0) }))
}

/** The places of all local headers, found by their signature and nothing else. */
const localHeaders = (zip: Buffer) => {
  const found: number[] = []
  const signature = Buffer.from('PK\u0003\u0004')
  for (let at = zip.indexOf(signature); at >= 0; at = zip.indexOf(signature, at + 1)) found.push(at)
  return found
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mod-archive-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('a copy', { timeout: 60_000 }, () => {
  test('a copy has the entries of the master in the same order, with the same dates and attributes', async () => {
    const [copy, original] = [await contentsOf(await copyOf('1')), await contentsOf(master)]
    const facts = (all: typeof copy) =>
      all.map(({ name, modified, attributes, madeBy }) => ({ name, modified, attributes, madeBy }))
    expect(facts(copy)).toEqual(facts(original))
  })

  test('every entry that is not marked is bit-identical to the master, compressed and unpacked', async () => {
    const original = new Map((await contentsOf(master)).map((entry) => [entry.name, entry]))
    const unmarked = (await contentsOf(await copyOf('1'))).filter(({ name }) => !MARKED.test(name))
    expect(unmarked.length).toBeGreaterThan(10)
    for (const { name, content, crc, method, packedSize } of unmarked) {
      const before = original.get(name)
      expect({ name, crc, method, packedSize }).toEqual({
        name,
        crc: before?.crc,
        method: before?.method,
        packedSize: before?.packedSize,
      })
      expect(content.equals(before?.content ?? Buffer.alloc(0))).toBe(true)
    }
  })

  test('every marked file in a copy differs from the original, in its content and in its packed bytes', async () => {
    const original = new Map((await contentsOf(master)).map((entry) => [entry.name, entry]))
    const copy = await copyOf('1')
    const marked = (await contentsOf(copy)).filter(({ name }) => MARKED.test(name))
    expect(marked).toHaveLength(plan.files.length)
    for (const { name, content } of marked) {
      const before = original.get(name)
      expect(content.equals(before?.content ?? Buffer.alloc(0))).toBe(false)
      const start = (before?.headerOffset ?? 0) + 30 + (before?.nameBytes.length ?? 0)
      expect(copy.includes(master.subarray(start, start + (before?.packedSize ?? 0)))).toBe(false)
    }
  })

  test('every local header in a copy belongs to an entry of its directory', async () => {
    const copy = await copyOf('1')
    const listed = (await contentsOf(copy)).map(({ headerOffset }) => headerOffset)
    expect(localHeaders(copy)).toEqual(listed.toSorted((a, b) => a - b))
  })

  test('the same purchase always gives the same bytes, even from a stored plan, and another purchase gives others', async () => {
    const first = await copyOf('1')
    expect(first.equals(await copyOf('1'))).toBe(true)
    expect(first.equals(await copyOf('1', decodePlan(encodePlan(plan))))).toBe(true)
    expect(first.equals(await copyOf('2'))).toBe(false)
  })

  test('our reader, yauzl, unzip and Python read a copy alike', async () => {
    const [lines] = await readByAll(folder, [await copyOf('1')])
    expect(lines).toHaveLength(plan.entryCount)
  })

  test('a copy above 4 GiB has 64-bit numbers that all readers understand', async () => {
    const bodyBytes = 2 ** 32 + 4_096
    const tail = await tailOf({ ...plan, bodyBytes }, TEST_KEY, '1')
    const file = path.join(folder, 'large.zip')
    const opened = await open(file, 'w')
    await opened.write(body, 0, body.length, 0)
    // The file is sparse: it has a hole instead of textures.
    await opened.write(tail, 0, tail.length, bodyBytes)
    await opened.close()
    const source = await openFile(file)
    const listing = await listArchive(source)
    expect(listing.verdict).toBe('accepted')
    const last = listing.entries.find(({ headerOffset }) => headerOffset >= bodyBytes)
    expect(last && (await readEntry(source, last)).length).toBeGreaterThan(0)
    await source.close()
    await readByAll(folder, [], [file])
  })
})

describe('splitting a master', () => {
  test('the body has no markable entries and no data descriptors', () => {
    const names = localHeaders(body).map((at) =>
      body.subarray(at + 30, at + 30 + body.readUInt16LE(at + 26)).toString(),
    )
    expect(names.filter((name) => MARKED.test(name))).toEqual([])
    expect(localHeaders(body).filter((at) => (body.readUInt16LE(at + 6) & 0x8) > 0)).toEqual([])
    expect(body).toHaveLength(plan.bodyBytes)
  })

  test('splitting reads the master once and writes the body in small pieces', async () => {
    const noise: NewEntry = { name: 'noise.dds', content: Buffer.alloc(20 * 2 ** 20, 'dds'), isStored: true }
    const zip = await zipOf([noise, ...modEntries(mod)])
    const source = countedSource(bufferSource(zip))
    const listing = await listArchive(source)
    const before = source.count.bytes
    let largest = 0
    const write = (bytes: Buffer) => void (largest = Math.max(largest, bytes.length))
    await splitMaster(source, listing, { id: 'a', key: TEST_KEY, write })
    expect(source.count.bytes - before).toBeLessThanOrEqual(zip.length)
    expect(largest).toBeLessThanOrEqual(4 * 2 ** 20)
  })

  test.each<[string, NewEntry]>([
    ['damaged', { name: 'vehicles/a/a.dds', content: 'texture', isStored: true, crc: 1 }],
    ['lying-size', { name: 'vehicles/a/a.txt', content: 'text '.repeat(100), size: 99 }],
    ['damaged', { name: 'vehicles/a/a.jbeam', content: '{}', crc: 1 }],
  ])('a master with a bad entry (%s) cannot be split', async (code, entry) => {
    await expect(splitZip(await zipOf([entry]))).rejects.toMatchObject({ finding: { code } })
  })

  test('splitting rejects a refused archive and a key that is too short', async () => {
    await expect(splitZip(await zipOf([{ name: '../a.txt' }]))).rejects.toThrow('a refused archive')
    const source = bufferSource(master)
    const options = { id: 'a', key: { id: 'short', secret: Buffer.alloc(16) }, write: () => undefined }
    await expect(splitMaster(source, await listArchive(source), options)).rejects.toThrow('32 bytes')
  })

  test('a plan cannot be used with another key', async () => {
    await expect(tailOf(plan, { ...TEST_KEY, id: 'test-2' }, '1')).rejects.toThrow('was made with key test-1')
  })

  test('a stored plan that is cut off or changed is refused, and it is smaller than its texts', () => {
    const bytes = encodePlan(plan)
    expect(() => decodePlan(bytes.subarray(0, -20))).toThrow()
    const changed = Buffer.from(bytes)
    changed[bytes.length - 6] = (changed[bytes.length - 6] ?? 0) ^ 1
    expect(() => decodePlan(changed)).toThrow()
    expect(bytes.length).toBeLessThan(plan.files.reduce((sum, { text }) => sum + text.length, 0))
  })
})
