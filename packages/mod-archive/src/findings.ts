import { MAX_CONFIGURATIONS, MAX_DIRECTORY_BYTES, MAX_ENTRIES, MAX_NAME_LENGTH, MAX_RATIO } from './limits.ts'

type Severity = 'refusal' | 'warning'
/** What is wrong, where, and what to do. `entry` is fit to be shown. */
type Sentence = (entry: string, detail: string) => string
const refusal = (sentence: Sentence) => ({ severity: 'refusal' as Severity, sentence })
const warning = (sentence: Sentence) => ({ severity: 'warning' as Severity, sentence })
const count = (number: number) => number.toLocaleString('en-US')

export const RULES = {
  // the archive as a whole
  'not-a-zip': refusal(() => 'This is not a zip archive. Pack the mod as a .zip and upload that.'),
  truncated: refusal(() => 'The end of the zip is missing, so it was cut off on its way. Upload the whole file again.'),
  'multi-part': refusal(() => 'The zip is one part of several. Pack the mod as a single .zip.'),
  'archive-too-large': refusal(
    () => 'The zip is larger than 8 GiB. Take out what players do not need, or split the mod.',
  ),
  'unpacked-too-large': refusal(
    () => 'Unpacked, the zip would be larger than 8 GiB. Take out what players do not need.',
  ),
  'too-many-entries': refusal(
    (_, detail) => `The zip holds ${detail} entries; ${count(MAX_ENTRIES)} are the most. Take out what is not needed.`,
  ),
  'directory-too-large': refusal(
    () =>
      `The zip’s table of contents is larger than ${MAX_DIRECTORY_BYTES / 2 ** 20} MiB. Pack the mod again with fewer files.`,
  ),
  'directory-damaged': refusal(() => 'The zip’s table of contents is damaged. Pack the mod again and test the zip.'),
  'ambiguous-ending': refusal(
    () => 'The zip has two endings that contradict each other, so programs may see different files. Pack it again.',
  ),
  prepended: refusal(
    (_, detail) => `${detail} bytes stand in front of the zip’s first file. Pack the mod as a plain .zip again.`,
  ),
  'bytes-after': refusal(
    (_, detail) => `${detail} bytes follow after the end of the zip. Pack the mod as a plain .zip again.`,
  ),
  empty: refusal(() => 'The zip holds no file. Pack the mod’s folders and upload it again.'),
  bomb: refusal(
    (_, detail) =>
      `The zip unpacks to ${detail} times its size; ${MAX_RATIO} times is the most. Take out the files of nothing but zeros.`,
  ),

  // one entry
  slip: refusal((entry) => `“${entry}” leads out of its folder by “..”. Pack it again without such a path.`),
  absolute: refusal((entry) => `“${entry}” begins at the root of the disk. Pack it again with paths inside the mod.`),
  drive: refusal((entry) => `“${entry}” has a colon in its path, as a drive has. Rename it and pack the mod again.`),
  backslash: refusal((entry) => `“${entry}” has a backslash in its path. Pack it with a program that writes “/”.`),
  nul: refusal((entry) => `“${entry}” has a zero byte in its name. Rename it and pack the mod again.`),
  'hidden-character': refusal((entry) => `“${entry}” has an invisible character in its name. Rename it.`),
  'odd-path': refusal((entry) => `“${entry}” has an empty step or “.” in its path. Pack the mod again.`),
  'long-name': refusal(
    (entry) => `“${entry}” is longer than ${MAX_NAME_LENGTH} characters. Shorten the names of its folders.`,
  ),
  'bad-encoding': refusal((entry) => `The name “${entry}” is not written in valid UTF-8. Rename the file.`),
  duplicate: refusal((entry) => `“${entry}” is in the zip twice. Keep one of the two.`),
  'case-collision': refusal(
    (entry, detail) => `“${entry}” and “${detail}” are the same name for Windows or macOS. Rename one of the two.`,
  ),
  'file-as-folder': refusal(
    (entry, detail) => `“${detail}” is a file, but “${entry}” lies in a folder of that name. Rename one of the two.`,
  ),
  link: refusal((entry) => `“${entry}” is a link to another place. Put the file itself into the zip.`),
  'special-file': refusal((entry) => `“${entry}” is a device or pipe, not a file. Take it out.`),
  executable: refusal((entry) => `“${entry}” is a program. A mod may not bring programs along: take it out.`),
  encrypted: refusal((entry) => `“${entry}” is encrypted. Pack the mod without a password.`),
  'unsupported-method': refusal(
    (entry, detail) => `“${entry}” is packed by a method (${detail}) the game cannot read. Use “Deflate” or “Store”.`,
  ),
  'out-of-bounds': refusal(
    (entry) => `“${entry}” would reach beyond the zip’s end. The zip is damaged: pack it again.`,
  ),
  overlap: refusal((entry) => `“${entry}” shares its bytes with another entry. Pack the mod again.`),
  'header-mismatch': refusal(
    (entry) => `“${entry}” is described in two ways that contradict each other. Pack the mod again.`,
  ),
  'lying-size': refusal((entry) => `“${entry}” unpacks to another size than the zip says. Pack the mod again.`),
  damaged: refusal((entry) => `The content of “${entry}” is damaged. Pack the mod again and test the zip.`),
  'wrong-root': refusal(
    (entry, detail) =>
      `“${entry}” lies in ${detail}, where the game does not look. Pack the mod so that “vehicles” is at the top of the zip, or upload it as a plain zip.`,
  ),

  // what will trouble players
  'nested-archive': warning((entry) => `“${entry}” is an archive in the archive, which the game does not open.`),
  'high-ratio': warning(
    (entry, detail) => `“${entry}” unpacks to ${detail} times its size. Check that it is not blank by mistake.`,
  ),
  'windows-name': warning((entry) => `“${entry}” has a name Windows does not allow. Rename it.`),
  'game-name': warning(
    (entry) => `“${entry}” has a name the game may not find. Use letters, digits, spaces, “-” and “_” only.`,
  ),
  'stock-folder': warning(
    (entry) =>
      `“${entry}” is the folder of one of the game’s own vehicles. A file of the same name replaces the game’s: give the vehicle a folder of its own.`,
  ),
  'vehicle-without-info': warning((entry) => `“${entry}” has no info.json, so the game shows the folder’s name.`),
  'configuration-without-info': warning(
    (entry, detail) => `The game hides “${entry}”, because “${detail}” is missing. It is not listed.`,
  ),
  'configuration-without-picture': warning(
    (entry, detail) => `“${entry}” has no picture. Add “${detail}” for the game’s vehicle selector.`,
  ),
  'too-many-configurations': warning(
    () => `Only the first ${count(MAX_CONFIGURATIONS)} configurations were read. The others are not listed.`,
  ),
  'unreadable-json': warning((entry, detail) => `“${entry}” cannot be read: ${detail}. Correct it and pack again.`),
  'no-vehicle': warning(
    () => 'The zip has no “vehicles” folder, so there is no spec sheet to read. It is treated as a plain zip.',
  ),
} satisfies Record<string, { severity: Severity; sentence: Sentence }>

export type FindingCode = keyof typeof RULES

export interface Finding {
  code: FindingCode
  severity: Severity
  /** As it stands in the archive; null where the whole archive is meant. */
  entry: string | null
  sentence: string
}

const MOST_PER_CODE = 20
const MOST_SHOWN = 120
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A name may be made to confuse who reads it. */
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

/** Names the first of many alike and counts the others: a hostile archive has no say in how long a report is. */
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
        return [...found, { code, severity, entry: null, sentence: `The same is true of ${count(more)} more.` }]
      }),
  }
}
export type Findings = ReturnType<typeof collectFindings>

/** The content of an entry cannot be had. Its message is the finding's sentence. */
export class EntryError extends Error {
  readonly finding: Finding
  constructor(finding: Finding, options?: ErrorOptions) {
    super(finding.sentence, options)
    this.name = 'EntryError'
    this.finding = finding
  }
}
