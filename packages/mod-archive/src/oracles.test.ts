import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modEntries } from './testing/generated-mod.ts'
import { readByAll, run } from './testing/other-readers.ts'
import { type NewEntry, zipOf } from './testing/zip-writer.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mod-archive-'))
})
afterAll(() => rm(folder, { recursive: true }))

const seen = (zips: readonly Buffer[]) => readByAll(folder, zips)

describe('other zip readers', { timeout: 120_000 }, () => {
  test('our reader, yauzl, unzip and Python read a mod alike', async () => {
    const [lines] = await seen([await zipOf(modEntries({ vehicles: 3, configurations: 12 }))])
    expect(lines?.length).toBeGreaterThan(80)
  })

  test('all four readers agree on an archive with 64-bit numbers and a comment', async () => {
    const entries = modEntries({ vehicles: 1, configurations: 2 }).map((entry) => ({ ...entry, isZip64: true }))
    await seen([await zipOf(entries, { isZip64: true, comment: Buffer.from('a comment') })])
  })

  test('all four readers agree on an archive made by Python, stored and deflated', async () => {
    const file = path.join(folder, 'python.zip')
    const script = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as archive:
    archive.writestr('vehicles/', '')
    archive.writestr('vehicles/strada/info.json', '{}' * 5000, zipfile.ZIP_DEFLATED)
    archive.writestr('vehicles/strada/plain.txt', 'plain')
    archive.writestr('vehicles/strada/Türen.txt', 'text')
    with archive.open('vehicles/strada/streamed.txt', 'w', force_zip64=True) as entry: entry.write(b'streamed')
`
    expect(run('python3', '-c', script, file).status).toBe(0)
    expect(await seen([await readFile(file)])).toMatchObject([{ length: 5 }])
  })

  test('all four readers agree on a streamed archive, whose sizes follow the content', async () => {
    const script = `
import sys, zipfile
class Pipe:
    def write(self, data): return sys.stdout.buffer.write(data)
    def flush(self): pass
with zipfile.ZipFile(Pipe(), 'w', zipfile.ZIP_DEFLATED) as archive:
    archive.writestr('vehicles/strada/info.json', '{}' * 5000)
    archive.writestr('vehicles/strada/sport.pc', '{}')
`
    const { status, stdout } = spawnSync('python3', ['-c', script])
    expect(status).toBe(0)
    expect(stdout.readUInt16LE(6) & 0x8).toBe(0x8)
    expect(await seen([stdout])).toMatchObject([{ length: 2 }])
  })

  test('all four readers agree on archives with random content', async () => {
    const name = fc.stringMatching(/^[a-zäöñ日本0-9_-]{1,12}(\/[a-z0-9_. -]{0,10}[a-z0-9]){0,3}\.(txt|dds|json)$/)
    const entry: fc.Arbitrary<NewEntry> = fc.record({
      name,
      content: fc.oneof(
        fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
        fc.nat(50_000).map((length) => Buffer.alloc(length, 'content ')),
      ),
      isStored: fc.boolean(),
      isZip64: fc.boolean(),
    })
    const entries = fc.uniqueArray(entry, { minLength: 1, maxLength: 20, selector: ({ name }) => String(name) })
    const archives = fc.sample(fc.tuple(entries, fc.boolean()), 25)
    const zips = await Promise.all(archives.map(([all, isZip64]) => zipOf(all, { isZip64 })))
    const names = (await seen(zips)).map((lines) => lines.map(([name]) => name))
    expect(names).toEqual(archives.map(([all]) => all.map(({ name }) => name)))
  })
})
