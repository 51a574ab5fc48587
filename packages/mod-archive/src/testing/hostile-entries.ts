import { crc32 } from 'node:zlib'
import type { FindingCode } from '../findings.ts'
import { type NewEntry, zipOf } from './zip-writer.ts'

export interface HostileArchive {
  what: string
  /** The step that finds it. Later steps are not reached. */
  refusedBy: 'listing' | 'report' | 'integrity'
  code: FindingCode
  sentence: string
  bytes: () => Promise<Buffer>
}

export const SOUND: NewEntry = { name: 'vehicles/strada/info.json', content: '{"Name": "Strada"}' }

const withEntry = (what: string, code: FindingCode, entry: NewEntry, sentence: string): HostileArchive => ({
  what,
  refusedBy: 'listing',
  code,
  sentence,
  bytes: () => zipOf([SOUND, entry]),
})
const unicodePath = (rawName: string, name: string): NewEntry => {
  const path = Buffer.from(name)
  const field = Buffer.alloc(9 + path.length)
  field.writeUInt16LE(0x7075, 0)
  field.writeUInt16LE(5 + path.length, 2)
  field[4] = 1
  field.writeUInt32LE(crc32(rawName), 5)
  path.copy(field, 9)
  return { name: rawName, extra: field }
}

/** Archives with one entry that would harm a program or person that unpacks it. */
export const HOSTILE_ENTRIES: readonly HostileArchive[] = [
  withEntry(
    'a path out of its folder',
    'slip',
    { name: 'vehicles/../../evil.txt' },
    '“vehicles/../../evil.txt” leaves its folder with “..”. Pack the mod again without such a path.',
  ),
  withEntry(
    'a path out of its folder in the field for a second name',
    'slip',
    unicodePath('safe.txt', '../evil.txt'),
    '“../evil.txt” leaves its folder with “..”. Pack the mod again without such a path.',
  ),
  withEntry(
    'a path out of its folder that only programs without that field see',
    'slip',
    unicodePath('../evil.txt', 'safe.txt'),
    '“../evil.txt” leaves its folder with “..”. Pack the mod again without such a path.',
  ),
  withEntry(
    'dots and a space that Windows reads as “..”',
    'slip',
    { name: 'vehicles/.. /evil.txt' },
    '“vehicles/.. /evil.txt” leaves its folder with “..”. Pack the mod again without such a path.',
  ),
  withEntry(
    'an absolute path',
    'absolute',
    { name: '/etc/evil' },
    '“/etc/evil” has an absolute path. Pack the mod again with paths inside the mod.',
  ),
  withEntry(
    'a drive',
    'drive',
    { name: 'C:/Windows/evil.txt' },
    '“C:/Windows/evil.txt” has a colon in its path, like a drive letter. Rename it and pack the mod again.',
  ),
  withEntry(
    'a second stream behind a file',
    'drive',
    { name: 'vehicles/readme.txt:evil' },
    '“vehicles/readme.txt:evil” has a colon in its path, like a drive letter. Rename it and pack the mod again.',
  ),
  withEntry(
    'backslashes',
    'backslash',
    { name: '..\\..\\evil.txt' },
    '“..\\..\\evil.txt” has a backslash in its path. Pack the mod with a program that writes “/”.',
  ),
  withEntry(
    'a zero byte in a name',
    'nul',
    { name: 'picture.png\0.txt' },
    '“picture.png\\u{0}.txt” has a zero byte in its name. Rename it and pack the mod again.',
  ),
  withEntry(
    'a name displayed in reverse',
    'hidden-character',
    { name: 'picture\u202egnp.txt' },
    '“picture\\u{202e}gnp.txt” has an invisible character in its name. Rename it.',
  ),
  withEntry(
    'an empty segment in a path',
    'odd-path',
    { name: 'vehicles//evil.txt' },
    '“vehicles//evil.txt” has an empty segment or “.” in its path. Pack the mod again.',
  ),
  withEntry(
    'a dot as the first segment',
    'odd-path',
    { name: './evil.txt' },
    '“./evil.txt” has an empty segment or “.” in its path. Pack the mod again.',
  ),
  withEntry(
    'no name at all',
    'odd-path',
    { name: '' },
    '“” has an empty segment or “.” in its path. Pack the mod again.',
  ),
  withEntry(
    'an overlong name',
    'long-name',
    { name: 'a'.repeat(60_000) },
    `“${'a'.repeat(120)}…” is longer than 240 characters. Shorten the names of its folders.`,
  ),
  withEntry(
    'a name that is not UTF-8',
    'bad-encoding',
    { name: Buffer.from([0x61, 0xff, 0x62]) },
    'The name “a\ufffdb” is not valid UTF-8. Rename the file.',
  ),
  withEntry('a duplicate name', 'duplicate', SOUND, '“vehicles/strada/info.json” is in the zip twice. Keep only one.'),
  withEntry(
    'names that differ only in case',
    'case-collision',
    { name: 'Vehicles/STRADA/info.json' },
    '“Vehicles/STRADA/info.json” and “vehicles/strada/info.json” are the same name on Windows or macOS. Rename one of them.',
  ),
  {
    what: 'names that differ only in how an accent is written',
    refusedBy: 'listing',
    code: 'case-collision',
    sentence: '“cafe\u0301.txt” and “caf\u00e9.txt” are the same name on Windows or macOS. Rename one of them.',
    bytes: () => zipOf([{ name: 'caf\u00e9.txt' }, { name: 'cafe\u0301.txt' }]),
  },
  withEntry(
    'names that differ in a dot Windows drops',
    'case-collision',
    { name: 'vehicles/strada/info.json.' },
    '“vehicles/strada/info.json.” and “vehicles/strada/info.json” are the same name on Windows or macOS. Rename one of them.',
  ),
  withEntry(
    'a file in the place of a folder',
    'file-as-folder',
    { name: 'vehicles/strada' },
    '“vehicles/strada” is a file, but “vehicles/strada/info.json” is in a folder of that name. Rename one of them.',
  ),
  withEntry(
    'a symbolic link',
    'link',
    { name: 'shadow', content: '/etc/shadow', mode: 0o120777 },
    '“shadow” is a link. Put the file itself into the zip.',
  ),
  withEntry(
    'a Windows shortcut',
    'link',
    { name: 'shortcut', attributes: 0x400 },
    '“shortcut” is a link. Put the file itself into the zip.',
  ),
  withEntry(
    'a device',
    'special-file',
    { name: 'disk', mode: 0o060600 },
    '“disk” is a device or pipe, not a file. Remove it.',
  ),
  withEntry(
    'a program',
    'executable',
    { name: 'vehicles/strada/Install.EXE' },
    '“vehicles/strada/Install.EXE” is a program. Mods may not contain programs. Remove it.',
  ),
  withEntry(
    'a program with a dot Windows drops',
    'executable',
    { name: 'install.exe. ' },
    '“install.exe. ” is a program. Mods may not contain programs. Remove it.',
  ),
  withEntry(
    'encryption',
    'encrypted',
    { name: 'secret.txt', flags: 1 },
    '“secret.txt” is encrypted. Pack the mod without a password.',
  ),
  withEntry(
    'encryption that hides its own header',
    'encrypted',
    { name: 'secret.txt', flags: 0x2000 },
    '“secret.txt” is encrypted. Pack the mod without a password.',
  ),
  withEntry(
    'a compression method the game does not know',
    'unsupported-method',
    { name: 'new.txt', method: 93 },
    '“new.txt” uses a compression method (93) the game cannot read. Use “Deflate” or “Store”.',
  ),
  withEntry(
    'two entries with one content',
    'overlap',
    { name: 'again.json', content: SOUND.content ?? '', headerOffset: 0 },
    '“again.json” shares its bytes with another entry. Pack the mod again.',
  ),
  withEntry(
    'an entry beyond the end',
    'out-of-bounds',
    { name: 'far.txt', headerOffset: 1_000_000 },
    '“far.txt” extends beyond the end of the zip. The zip is damaged. Pack the mod again.',
  ),
  withEntry(
    'stored content that claims another size',
    'lying-size',
    { name: 'plain.txt', content: 'abc', isStored: true, size: 100 },
    '“plain.txt” unpacks to a different size than the zip claims. Pack the mod again.',
  ),
]
