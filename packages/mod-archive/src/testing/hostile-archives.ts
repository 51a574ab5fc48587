import type { FindingCode } from '../findings.ts'
import { type HostileArchive, SOUND } from './hostile-entries.ts'
import { createZipWriter, zipOf } from './zip-writer.ts'

const sound = () => zipOf([SOUND])
const JUNK = Buffer.alloc(1_000, 'MZ')

const whole = (
  what: string,
  code: FindingCode,
  bytes: () => Promise<Buffer>,
  sentence: string,
  refusedBy: HostileArchive['refusedBy'] = 'listing',
): HostileArchive => ({ what, refusedBy, code, sentence, bytes })

const patched = async (change: (zip: Buffer) => void) => {
  const zip = await sound()
  change(zip)
  return zip
}

/** Archives that lie about themselves, or cannot work. */
export const HOSTILE_ARCHIVES: readonly HostileArchive[] = [
  whole(
    'a bomb',
    'bomb',
    () => zipOf([{ name: 'zeros.dds', content: Buffer.alloc(70 * 2 ** 20) }]),
    'The zip unpacks to 1,029 times its size; the limit is 25 times. Remove files that contain only zeros.',
  ),
  whole(
    'more than a disk can hold',
    'unpacked-too-large',
    () => zipOf([{ name: 'huge.dds', content: 'x'.repeat(100), size: 9 * 2 ** 30, isZip64: true }]),
    'Unpacked, the zip would be larger than 8 GiB. Remove what players do not need.',
  ),
  whole(
    'too many entries',
    'too-many-entries',
    () => zipOf(Array.from({ length: 20_001 }, (_, number) => ({ name: `${number}.txt`, isStored: true }))),
    'The zip contains 20,001 entries; the limit is 20,000. Remove what is not needed.',
  ),
  whole(
    'a directory that claims to be huge',
    'directory-too-large',
    () => patched((zip) => zip.writeUInt32LE(17 * 2 ** 20, zip.length - 10)),
    'The zip’s table of contents is larger than 16 MiB. Pack the mod again with fewer files.',
  ),
  whole(
    'a directory with another number of entries than announced',
    'directory-damaged',
    () => zipOf([SOUND, { name: 'unlisted.txt' }], { entryCount: 1 }),
    'The zip’s table of contents is damaged. Pack the mod again and test the zip.',
  ),
  whole(
    'a duplicate field in the directory',
    'directory-damaged',
    () => zipOf([{ ...SOUND, isZip64: true, extra: Buffer.concat([Buffer.from([1, 0, 24, 0]), Buffer.alloc(24)]) }]),
    'The zip’s table of contents is damaged. Pack the mod again and test the zip.',
  ),
  whole(
    'bytes before the archive',
    'prepended',
    async () => Buffer.concat([JUNK, await sound()]),
    '1,000 extra bytes come before the zip’s first file. Pack the mod again as a plain .zip.',
  ),
  whole(
    'bytes before the archive that the directory accounts for',
    'prepended',
    async () => {
      const parts: Buffer[] = []
      const writer = createZipWriter((bytes) => void parts.push(bytes))
      await writer.put(JUNK)
      await writer.add(SOUND)
      await writer.end()
      return Buffer.concat(parts)
    },
    '1,000 extra bytes come before the zip’s first file. Pack the mod again as a plain .zip.',
  ),
  whole(
    'bytes after the archive',
    'bytes-after',
    async () => Buffer.concat([await sound(), JUNK]),
    '1,000 extra bytes come after the end of the zip. Pack the mod again as a plain .zip.',
  ),
  whole(
    'a second archive in the comment of the first',
    'ambiguous-ending',
    async () => zipOf([SOUND], { comment: await zipOf([{ name: 'other.txt' }]) }),
    'The zip has two conflicting end records, so programs may see different files. Pack it again.',
  ),
  whole(
    'the beginning of a second end record in its comment',
    'ambiguous-ending',
    () => zipOf([SOUND], { comment: Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(40)]) }),
    'The zip has two conflicting end records, so programs may see different files. Pack it again.',
  ),
  whole(
    'a 64-bit end record that contradicts the short one',
    'ambiguous-ending',
    async () => {
      const zip = await zipOf([SOUND], { isZip64: true })
      zip.writeUInt16LE(7, zip.length - 12)
      return zip
    },
    'The zip has two conflicting end records, so programs may see different files. Pack it again.',
  ),
  whole(
    'bytes between its two end records',
    'ambiguous-ending',
    async () => {
      const zip = await zipOf([SOUND], { isZip64: true })
      return Buffer.concat([zip.subarray(0, -42), JUNK, zip.subarray(-42)])
    },
    'The zip has two conflicting end records, so programs may see different files. Pack it again.',
  ),
  whole(
    'an entry in another part',
    'multi-part',
    () => patched((zip) => zip.writeUInt16LE(1, zip.indexOf('PK\x01\x02') + 34)),
    'The zip is one part of several. Pack the mod as a single .zip.',
  ),
  whole(
    'one part of several',
    'multi-part',
    () => patched((zip) => zip.writeUInt16LE(1, zip.length - 18)),
    'The zip is one part of several. Pack the mod as a single .zip.',
  ),
  whole(
    'an archive that was cut off',
    'truncated',
    async () => (await sound()).subarray(0, -30),
    'The end of the zip is missing, so it was cut off. Upload the whole file again.',
  ),
  whole(
    'a file that is not a zip',
    'not-a-zip',
    async () => JUNK,
    'This is not a zip archive. Pack the mod as a .zip and upload that.',
  ),
  whole('nothing', 'empty', () => zipOf([]), 'The zip contains no files. Pack the mod’s folders and upload it again.'),
  whole(
    'a vehicles folder inside another folder',
    'wrong-root',
    () => zipOf([{ name: 'My Mod/vehicles/strada/info.json', content: '{}' }]),
    '“My Mod/vehicles/strada/info.json” is in the folder “My Mod”, where the game does not look for vehicles. Pack the mod so that “vehicles” is at the top of the zip, or upload it as a plain zip.',
    'report',
  ),
  whole(
    'a vehicle without a vehicles folder',
    'wrong-root',
    () => zipOf([{ name: 'strada/strada.jbeam', content: '{}' }]),
    '“strada/strada.jbeam” is in no “vehicles” folder, where the game does not look for vehicles. Pack the mod so that “vehicles” is at the top of the zip, or upload it as a plain zip.',
    'report',
  ),
  whole(
    'a content larger than declared',
    'lying-size',
    () => zipOf([SOUND, { name: 'small.txt', content: 'x'.repeat(1_000_000), size: 10_000 }]),
    '“small.txt” unpacks to a different size than the zip claims. Pack the mod again.',
    'integrity',
  ),
  whole(
    'a content smaller than declared',
    'lying-size',
    () => zipOf([SOUND, { name: 'small.txt', content: 'x'.repeat(1_000), size: 10_000 }]),
    '“small.txt” unpacks to a different size than the zip claims. Pack the mod again.',
    'integrity',
  ),
  whole(
    'a content with another checksum',
    'damaged',
    () => zipOf([SOUND, { name: 'torn.txt', content: 'abc', crc: 1 }]),
    'The content of “torn.txt” is damaged. Pack the mod again and test the zip.',
    'integrity',
  ),
  whole(
    'two names for one entry',
    'header-mismatch',
    () => zipOf([SOUND, { name: 'safe.txt', localName: '../x.txt' }]),
    '“safe.txt” has two conflicting headers. Pack the mod again.',
    'integrity',
  ),
  whole(
    'a content that begins inside the next entry',
    'overlap',
    async () => {
      const zip = await zipOf([{ name: 'a.txt', content: 'abc', isStored: true }, SOUND])
      zip.writeUInt16LE(60, 28)
      return zip
    },
    '“a.txt” shares its bytes with another entry. Pack the mod again.',
    'integrity',
  ),
]
