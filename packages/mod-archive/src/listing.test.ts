import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readEntry } from './content.ts'
import { checkIntegrity } from './integrity.ts'
import { listArchive } from './listing.ts'
import { bufferSource } from './source.ts'
import { countedSource } from './testing/counted-source.ts'
import { modEntries } from './testing/generated-mod.ts'
import { type NewEntry, zipOf } from './testing/zip-writer.ts'

const list = async (bytes: Buffer) => listArchive(bufferSource(bytes))
const files = (number: number): NewEntry[] =>
  Array.from({ length: number }, (_, index) => ({
    name: `vehicles/strada/textures/a_texture_with_a_long_name_${index}.dds`,
    content: `texture ${index}`,
    isStored: true,
  }))

describe('listing', () => {
  test('an archive is listed with names, sizes and checksums', async () => {
    const listing = await list(await zipOf([{ name: 'a/' }, { name: 'a/b.txt', content: 'abc'.repeat(100) }]))
    expect(listing).toMatchObject({ verdict: 'accepted', findings: [], unpackedBytes: 300 })
    expect(listing.packedBytes).toBeLessThan(30)
    expect(listing.entries).toMatchObject([
      { name: 'a/', isFolder: true, size: 0 },
      { name: 'a/b.txt', isFolder: false, size: 300, packedSize: listing.packedBytes },
    ])
  })

  test('an archive with a comment is listed', async () => {
    const listing = await list(await zipOf(files(2), { comment: Buffer.alloc(0xffff, 'packed by hand ') }))
    expect(listing).toMatchObject({ verdict: 'accepted', entries: [{}, {}] })
  })

  test('an archive with 64-bit numbers in its entries, its end record or both is listed', async () => {
    const [first, second] = files(2)
    if (!first || !second) throw new Error('no files')
    for (const zip of [
      await zipOf([first, { ...second, isZip64: true }], { isZip64: true }),
      await zipOf([{ ...first, isZip64: true }, second]),
      await zipOf([first, second], { isZip64: true }),
    ]) {
      const listing = await list(zip)
      expect(listing).toMatchObject({ verdict: 'accepted', findings: [] })
      expect(await checkIntegrity(bufferSource(zip), listing)).toEqual([])
      const contents = listing.entries.map((entry) => readEntry(bufferSource(zip), entry))
      expect((await Promise.all(contents)).map(String)).toEqual(['texture 0', 'texture 1'])
    }
  })

  test('an archive larger than 4 GiB is listed', async () => {
    const hole = 5 * 2 ** 30
    const entry = { name: 'far.txt', content: 'abc', isStored: true, isZip64: true, headerOffset: hole }
    const filler = { name: 'filler.dds', content: '', isStored: true }
    const zip = await zipOf([filler, entry], { isZip64: true })
    // The first entry is at the start of a sparse file, everything else after the hole.
    const fillerBytes = 30 + filler.name.length
    const start = zip.readBigUInt64LE(zip.length - 22 - 20 - 8)
    zip.writeBigUInt64LE(start + BigInt(hole - fillerBytes), zip.length - 22 - 20 - 8)
    zip.writeBigUInt64LE(zip.readBigUInt64LE(zip.length - 22 - 12) + BigInt(hole - fillerBytes), zip.length - 22 - 12)
    const source = {
      size: zip.length - fillerBytes + hole,
      read: async (offset: number, length: number) => {
        const bytes = Buffer.alloc(length)
        zip.copy(bytes, Math.max(0, hole - offset), Math.max(fillerBytes, offset - hole + fillerBytes))
        if (offset < fillerBytes) zip.copy(bytes, 0, offset, fillerBytes)
        return bytes
      },
    }
    const listing = await listArchive(source)
    expect(listing).toMatchObject({ verdict: 'accepted', entries: [{}, { name: 'far.txt', headerOffset: hole }] })
    expect(String(await readEntry(source, listing.entries[1] ?? expect.fail()))).toBe('abc')
  })

  test('names in the old character set are decoded', async () => {
    const zip = await zipOf([{ name: Buffer.from([0x81, 0x62, 0x65, 0x72]) }])
    for (const place of [6, zip.indexOf('PK\x01\x02') + 8]) zip.writeUInt16LE(0, place)
    expect((await list(zip)).entries.map(({ name }) => name)).toEqual(['über'])
  })

  test('the Unicode name of an entry is used only if its checksum matches the original name', async () => {
    const better = (of: string) => {
      const name = Buffer.from('über')
      const field = Buffer.alloc(9 + name.length)
      field.writeUInt16LE(0x7075, 0)
      field.writeUInt16LE(5 + name.length, 2)
      field[4] = 1
      field.writeUInt32LE(crc32(of), 5)
      name.copy(field, 9)
      return field
    }
    const zip = await zipOf([
      { name: 'uber', extra: better('uber') },
      { name: 'renamed', extra: better('uber') },
    ])
    expect((await list(zip)).entries.map(({ name }) => name)).toEqual(['über', 'renamed'])
  })
})

describe('listing and judging an archive', { timeout: 60_000 }, () => {
  test('listing a mod with a few hundred entries takes one read', async () => {
    const source = countedSource(bufferSource(await zipOf(modEntries({ vehicles: 3, configurations: 100 }))))
    const { entries } = await listArchive(source)
    expect(entries.length).toBeGreaterThan(300)
    expect(source.count.reads).toBe(1)
    expect(source.count.bytes).toBeLessThan(66_000)
  })

  test('listing a mod with thousands of entries takes two reads', async () => {
    const source = countedSource(bufferSource(await zipOf(files(2_000))))
    const { entries } = await listArchive(source)
    expect(entries).toHaveLength(2_000)
    expect(source.count.reads).toBe(2)
  })
})
