import { describe, expect, test } from 'vitest'
import { readEntry } from './content.ts'
import { EntryError } from './findings.ts'
import { listArchive } from './listing.ts'
import { bufferSource } from './source.ts'
import { countedSource } from './testing/counted-source.ts'
import { type NewEntry, zipOf } from './testing/zip-writer.ts'

const opened = async (entry: NewEntry) => {
  const source = countedSource(bufferSource(await zipOf([entry, { name: 'next.txt', content: 'next' }])))
  const listing = await listArchive(source)
  source.count.reads = 0
  return { source, entry: listing.entries[0] ?? expect.fail(`refused: ${listing.findings[0]?.sentence}`) }
}
const codeOf = async (entry: NewEntry) => {
  const { source, entry: found } = await opened(entry)
  const error: unknown = await readEntry(source, found).catch((error: unknown) => error)
  return error instanceof EntryError ? error.finding.code : error
}

describe('one entry', () => {
  test.each([
    ['packed', { content: 'abc'.repeat(1_000) }],
    ['plain', { content: 'abc', isStored: true }],
    ['empty', { content: '' }],
  ])('an entry that is %s is read in one go', async (_how, entry) => {
    const { source, entry: found } = await opened({ name: 'a.txt', ...entry })
    expect(String(await readEntry(source, found))).toBe(entry.content)
    expect(source.count.reads).toBe(1)
  })

  test('an entry with extra fields in its local header is still read', async () => {
    const padding = Buffer.alloc(2_000)
    padding.writeUInt16LE(0xa11e, 0)
    padding.writeUInt16LE(1_996, 2)
    const { source, entry } = await opened({ name: 'a.txt', content: 'abc', isStored: true, localExtra: padding })
    expect(String(await readEntry(source, entry))).toBe('abc')
  })

  test.each([
    ['claims less than it holds', { content: 'x'.repeat(5_000), size: 4_999 }, 'lying-size'],
    ['claims more than it holds', { content: 'x'.repeat(5_000), size: 5_001 }, 'lying-size'],
    ['claims nothing', { content: 'x'.repeat(5_000), size: 0 }, 'lying-size'],
    ['has another checksum', { content: 'abc', crc: 7 }, 'damaged'],
    ['has another name in its local header', { content: 'abc', localName: 'b.txt' }, 'header-mismatch'],
    ['is encrypted according to its local header', { content: 'abc', localFlags: 1 }, 'header-mismatch'],
    ['has another size in its local header', { content: 'abc', localSize: 4 }, 'header-mismatch'],
  ])('an entry that %s is not returned', async (_how, entry, code) => {
    expect(await codeOf({ name: 'a.txt', ...entry })).toBe(code)
  })

  test('an entry is not unpacked beyond its declared size', async () => {
    const { source, entry } = await opened({ name: 'a.txt', content: Buffer.alloc(10 ** 6), size: 100_000 })
    await expect(readEntry(source, entry)).rejects.toMatchObject({ cause: { code: 'ERR_BUFFER_TOO_LARGE' } })
  })

  test('an entry above the caller’s size limit is not unpacked', async () => {
    const { source, entry } = await opened({ name: 'a.txt', content: 'x'.repeat(5_000) })
    await expect(readEntry(source, entry, { most: 4_999 })).rejects.toThrow(RangeError)
    expect(source.count.reads).toBe(0)
  })

  test('an entry is not read after the caller aborts', async () => {
    const { source, entry } = await opened({ name: 'a.txt', content: 'abc' })
    await expect(readEntry(source, entry, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
    expect(source.count.reads).toBe(0)
  })
})
