import { MAX_CONFIGURATIONS, MAX_DIRECTORY_BYTES, MAX_ENTRIES, MAX_NAME_LENGTH, MAX_RATIO } from './limits.ts'

type Severity = 'refusal' | 'warning'
/** What is wrong, where, and what to do. `entry` is safe to display. */
type Sentence = (entry: string, detail: string) => string
const refusal = (sentence: Sentence) => ({ severity: 'refusal' as Severity, sentence })
const warning = (sentence: Sentence) => ({ severity: 'warning' as Severity, sentence })
const count = (number: number) => number.toLocaleString('en-US')

export const RULES = {
  // about the archive as a whole
  'not-a-zip': refusal(() => 'This is not a zip archive. Pack the mod as a .zip and upload that.'),
  truncated: refusal(() => 'The end of the zip is missing, so it was cut off. Upload the whole file again.'),
  'multi-part': refusal(() => 'The zip is one part of several. Pack the mod as a single .zip.'),
  'archive-too-large': refusal(
    () => 'The zip is larger than 8 GiB. Remove what players do not need, or split the mod.',
  ),
  'unpacked-too-large': refusal(() => 'Unpacked, the zip would be larger than 8 GiB. Remove what players do not need.'),
  'too-many-entries': refusal(
    (_, detail) => `The zip contains ${detail} entries; the limit is ${count(MAX_ENTRIES)}. Remove what is not needed.`,
  ),
  'directory-too-large': refusal(
    () =>
      `The zip’s table of contents is larger than ${MAX_DIRECTORY_BYTES / 2 ** 20} MiB. Pack the mod again with fewer files.`,
  ),
  'directory-damaged': refusal(() => 'The zip’s table of contents is damaged. Pack the mod again and test the zip.'),
  'ambiguous-ending': refusal(
    () => 'The zip has two conflicting end records, so programs may see different files. Pack it again.',
  ),
  prepended: refusal(
    (_, detail) => `${detail} extra bytes come before the zip’s first file. Pack the mod again as a plain .zip.`,
  ),
  'bytes-after': refusal(
    (_, detail) => `${detail} extra bytes come after the end of the zip. Pack the mod again as a plain .zip.`,
  ),
  empty: refusal(() => 'The zip contains no files. Pack the mod’s folders and upload it again.'),
  bomb: refusal(
    (_, detail) =>
      `The zip unpacks to ${detail} times its size; the limit is ${MAX_RATIO} times. Remove files that contain only zeros.`,
  ),

  // one entry
  slip: refusal((entry) => `“${entry}” leaves its folder with “..”. Pack the mod again without such a path.`),
  absolute: refusal((entry) => `“${entry}” has an absolute path. Pack the mod again with paths inside the mod.`),
  drive: refusal(
    (entry) => `“${entry}” has a colon in its path, like a drive letter. Rename it and pack the mod again.`,
  ),
  backslash: refusal((entry) => `“${entry}” has a backslash in its path. Pack the mod with a program that writes “/”.`),
  nul: refusal((entry) => `“${entry}” has a zero byte in its name. Rename it and pack the mod again.`),
  'hidden-character': refusal((entry) => `“${entry}” has an invisible character in its name. Rename it.`),
  'odd-path': refusal((entry) => `“${entry}” has an empty segment or “.” in its path. Pack the mod again.`),
  'long-name': refusal(
    (entry) => `“${entry}” is longer than ${MAX_NAME_LENGTH} characters. Shorten the names of its folders.`,
  ),
  'bad-encoding': refusal((entry) => `The name “${entry}” is not valid UTF-8. Rename the file.`),
  duplicate: refusal((entry) => `“${entry}” is in the zip twice. Keep only one.`),
  'case-collision': refusal(
    (entry, detail) => `“${entry}” and “${detail}” are the same name on Windows or macOS. Rename one of them.`,
  ),
  'file-as-folder': refusal(
    (entry, detail) => `“${detail}” is a file, but “${entry}” is in a folder of that name. Rename one of them.`,
  ),
  link: refusal((entry) => `“${entry}” is a link. Put the file itself into the zip.`),
  'special-file': refusal((entry) => `“${entry}” is a device or pipe, not a file. Remove it.`),
  executable: refusal((entry) => `“${entry}” is a program. Mods may not contain programs. Remove it.`),
  encrypted: refusal((entry) => `“${entry}” is encrypted. Pack the mod without a password.`),
  'unsupported-method': refusal(
    (entry, detail) =>
      `“${entry}” uses a compression method (${detail}) the game cannot read. Use “Deflate” or “Store”.`,
  ),
  'out-of-bounds': refusal(
    (entry) => `“${entry}” extends beyond the end of the zip. The zip is damaged. Pack the mod again.`,
  ),
  overlap: refusal((entry) => `“${entry}” shares its bytes with another entry. Pack the mod again.`),
  'header-mismatch': refusal((entry) => `“${entry}” has two conflicting headers. Pack the mod again.`),
  'lying-size': refusal((entry) => `“${entry}” unpacks to a different size than the zip claims. Pack the mod again.`),
  damaged: refusal((entry) => `The content of “${entry}” is damaged. Pack the mod again and test the zip.`),
  'wrong-root': refusal(
    (entry, detail) =>
      `“${entry}” is in ${detail}, where the game does not look for vehicles. Pack the mod so that “vehicles” is at the top of the zip, or upload it as a plain zip.`,
  ),

  // problems for players
  'nested-archive': warning((entry) => `“${entry}” is an archive inside the archive. The game does not open it.`),
  'high-ratio': warning(
    (entry, detail) => `“${entry}” unpacks to ${detail} times its size. Check that it is meant to be blank.`,
  ),
  'windows-name': warning((entry) => `“${entry}” has a name that Windows does not allow. Rename it.`),
  'game-name': warning(
    (entry) => `“${entry}” has a name the game may not find. Use only letters, digits, spaces, “-” and “_”.`,
  ),
  'stock-folder': warning(
    (entry) =>
      `“${entry}” is the folder of one of the game’s own vehicles. A file of the same name replaces the game’s. Give the vehicle its own folder.`,
  ),
  'vehicle-without-info': warning((entry) => `“${entry}” has no info.json, so the game shows the folder’s name.`),
  'configuration-without-info': warning(
    (entry, detail) => `The game hides “${entry}” because “${detail}” is missing, so it is not listed.`,
  ),
  'configuration-without-picture': warning(
    (entry, detail) => `“${entry}” has no picture. Add “${detail}” for the game’s vehicle selector.`,
  ),
  'too-many-configurations': warning(
    () => `Only the first ${count(MAX_CONFIGURATIONS)} configurations were read. The others are not listed.`,
  ),
  'unreadable-json': warning((entry, detail) => `“${entry}” cannot be read: ${detail}. Fix it and pack the mod again.`),
  'no-vehicle': warning(
    () => 'The zip has no “vehicles” folder, so there is no spec sheet to read. It is treated as a plain zip.',
  ),
} satisfies Record<string, { severity: Severity; sentence: Sentence }>

export type FindingCode = keyof typeof RULES

export interface Finding {
  code: FindingCode
  severity: Severity
  /** As written in the archive; null if the finding is about the whole archive. */
  entry: string | null
  sentence: string
}

const MOST_PER_CODE = 20
const MOST_SHOWN = 120
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A name may be crafted to mislead its reader. */
const shown = (name: string) => {
  const short = name.length > MOST_SHOWN ? `${name.slice(0, MOST_SHOWN)}…` : name
  return short.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

export const findingOf = (code: FindingCode, entry: string | null = null, detail = ''): Finding => ({
  code,
  severity: RULES[code].severity,
  entry,
  sentence: RULES[code].sentence(shown(entry ?? ''), shown(detail)),
})

export const isRefused = (findings: readonly Finding[]) => findings.some(({ severity }) => severity === 'refusal')

/** Lists the first of many equal findings and counts the rest, so that a hostile archive cannot inflate the report. */
export const collectFindings = () => {
  const byCode = new Map<FindingCode, Finding[]>()
  const left = new Map<FindingCode, number>()
  return {
    add: (code: FindingCode, entry: string | null = null, detail = '') => {
      const found = byCode.get(code) ?? []
      byCode.set(code, found)
      if (found.length < MOST_PER_CODE) found.push(findingOf(code, entry, detail))
      else left.set(code, (left.get(code) ?? 0) + 1)
    },
    list: (): Finding[] =>
      [...byCode].flatMap(([code, found]) => {
        const more = left.get(code) ?? 0
        if (more === 0) return found
        const { severity } = RULES[code]
        return [
          ...found,
          { code, severity, entry: null, sentence: `${count(more)} more entries have the same problem.` },
        ]
      }),
  }
}
export type Findings = ReturnType<typeof collectFindings>

/** The content of an entry could not be read. The message is the finding's sentence. */
export class EntryError extends Error {
  readonly finding: Finding
  constructor(finding: Finding, options?: ErrorOptions) {
    super(finding.sentence, options)
    this.name = 'EntryError'
    this.finding = finding
  }
}
