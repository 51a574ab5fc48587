import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEntry } from './content.ts'
import { EntryError } from './findings.ts'
import { checkIntegrity } from './integrity.ts'
import { MAX_READ_BYTES } from './limits.ts'
import { listArchive } from './listing.ts'
import { readReport } from './report.ts'
import { bufferSource } from './source.ts'
import { modEntries } from './testing/generated-mod.ts'
import { zipOf } from './testing/zip-writer.ts'

const small = [
  { name: 'vehicles/' },
  ...modEntries({ vehicles: 1, configurations: 1 }).filter(({ name }) => !/default|_[2-9]|_1[01]/.test(String(name))),
]
const zips = [
  await zipOf(small),
  await zipOf(
    small.map((entry) => ({ ...entry, isZip64: true })),
    { isZip64: true, comment: Buffer.from('hello') },
  ),
]

/** A second implementation, so that the reader's rules are not tested against themselves. */
const isSafePath = (name: string) =>
  !/[\0\\:]/.test(name) &&
  !name.startsWith('/') &&
  name.split('/').every((step) => step.trim() !== '..' && step !== '.')

const examine = async (bytes: Buffer) => {
  const source = bufferSource(bytes)
  const listing = await listArchive(source)
  await readReport(source, listing)
  for (const entry of listing.entries) {
    expect(isSafePath(entry.name), `${JSON.stringify(entry.name)} is a safe path`).toBe(true)
    const content = await readEntry(source, entry).catch((error: unknown) => {
      // The changed bytes may declare more than is ever read at once.
      expect(error).toBeInstanceOf(Math.max(entry.size, entry.packedSize) > MAX_READ_BYTES ? RangeError : EntryError)
      return null
    })
    if (content) expect(content).toHaveLength(entry.size)
  }
  if (listing.verdict === 'accepted') await checkIntegrity(source, listing)
  return listing
}

/** At least two thirds of the changes hit the bytes that matter most: the beginning and the directory. */
const place = (zip: Buffer) => {
  const directory = zip.indexOf('PK\x01\x02')
  return fc.oneof(fc.nat(zip.length - 1), fc.integer({ min: directory, max: zip.length - 1 }), fc.nat(200))
}
const damagedZip = fc.constantFrom(...zips).chain((zip) =>
  fc.record({
    zip: fc.constant(zip),
    changes: fc.array(fc.record({ place: place(zip), value: fc.nat(255) }), { minLength: 1, maxLength: 4 }),
  }),
)

describe('an archive with changed bytes', { timeout: 120_000 }, () => {
  test('an archive with changed bytes never yields an unsafe path or more output than declared', async () => {
    for (const zip of zips) expect((await examine(zip)).entries.length).toBeGreaterThan(5)
    await fc.assert(
      fc.asyncProperty(damagedZip, async ({ zip, changes }) => {
        const bytes = Buffer.from(zip)
        for (const { place, value } of changes) bytes[place] = value
        await examine(bytes)
      }),
      { numRuns: 300 },
    )
  })

  test('an archive with a changed entry name has a safe path or is refused', async () => {
    const name = 'vehicles/a/b.txt'
    const zip = await zipOf([{ name, content: 'abc' }])
    const nasty = fc.array(fc.constantFrom('.', '/', '\\', ':', '\0', 'a', ' '), {
      minLength: name.length,
      maxLength: name.length,
    })
    await fc.assert(
      fc.asyncProperty(nasty, async (characters) => {
        const bytes = Buffer.from(
          zip.toString('latin1').replaceAll(name, () => characters.join('')),
          'latin1',
        )
        await examine(bytes)
      }),
      { numRuns: 500 },
    )
  })

  test('an archive cut off at any point is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...zips), fc.double({ min: 0, max: 1, noNaN: true }), async (zip, part) => {
        const listing = await examine(zip.subarray(0, Math.floor(part * (zip.length - 1))))
        expect(listing.verdict).toBe('refused')
      }),
    )
  })
})
