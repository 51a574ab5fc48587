import type { FindingCode } from './findings.ts'
import { MAX_NAME_LENGTH } from './limits.ts'

const PROGRAM =
  /\.(exe|dll|bat|cmd|com|scr|pif|cpl|sys|ocx|msi|msp|msix|ps1|psm1|vbs|vbe|jse|wsf|wsh|hta|jar|lnk|reg|so|dylib)$/i
const ARCHIVE = /\.(zip|rar|7z|tar|gz|tgz|bz2|xz|zst)$/i
/** Control characters, and those that hide or reverse their neighbors. */
const HIDDEN = /[\u0001-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/
const WINDOWS_FORBIDS = /[<>"|?*]/
const WINDOWS_DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i

/** Windows drops dots and spaces at the end of a name, so `a.exe.` becomes a program. */
const asWindowsKeeps = (step: string) => step.replace(/[. ]+$/, '')

const stepsOf = (name: string) => (name.endsWith('/') ? name.slice(0, -1) : name).split('/')

const isOnlyDots = (step: string) => /^[. ]*$/.test(step)
const dotsIn = (step: string) => step.split('.').length - 1
const isStepUp = (step: string) => isOnlyDots(step) && dotsIn(step) > 1
const isEmptyStep = (step: string) => isOnlyDots(step) && dotsIn(step) < 2
/** A long name is refused anyway, so the other rules need not run. */
const isLong = (name: string) => name.length > MAX_NAME_LENGTH

const RULES_OF_PATHS: [FindingCode, (name: string, steps: string[]) => boolean][] = [
  ['nul', (name) => name.includes('\0')],
  ['hidden-character', (name) => HIDDEN.test(name)],
  ['backslash', (name) => name.includes('\\')],
  ['absolute', (name) => name.startsWith('/')],
  ['drive', (name) => name.includes(':')],
  ['slip', (_, steps) => steps.some(isStepUp)],
  ['odd-path', (name, steps) => steps.slice(name.startsWith('/') ? 1 : 0).some(isEmptyStep)],
  ['executable', (_, steps) => PROGRAM.test(asWindowsKeeps(steps.at(-1) ?? ''))],
]

/** Every rule for safe names that this name breaks. */
export const refusalsOfName = (name: string): FindingCode[] => {
  if (isLong(name)) return ['long-name']
  const steps = stepsOf(name)
  return RULES_OF_PATHS.filter(([, isBroken]) => isBroken(name, steps)).map(([code]) => code)
}

export const warningsOfName = (name: string) => {
  if (isLong(name)) return []
  const codes: FindingCode[] = []
  const isBadStep = (step: string) => WINDOWS_DEVICE.test(step) || (step !== asWindowsKeeps(step) && !isOnlyDots(step))
  if (WINDOWS_FORBIDS.test(name) || stepsOf(name).some(isBadStep)) codes.push('windows-name')
  if (ARCHIVE.test(name)) codes.push('nested-archive')
  return codes
}

/** A key that is equal for names that Windows or macOS treat as the same. */
const sameFor = (name: string) => stepsOf(name).map(asWindowsKeeps).join('/').toUpperCase().normalize('NFC')

/** Collects names and finds the earlier name that a new one would collide with. */
export const createNameRegister = () => {
  const names = new Map<string, string>()
  return {
    /** The earlier name, or null. */
    add: (name: string) => {
      if (isLong(name)) return null
      const key = sameFor(name)
      const earlier = names.get(key) ?? null
      if (earlier === null) names.set(key, name)
      return earlier
    },
    /** A file whose name is also one of this entry's folders, or null. */
    fileAmongFolders: (name: string) => {
      if (isLong(name)) return null
      const steps = sameFor(name).split('/')
      for (let depth = 1; depth < steps.length; depth++) {
        const found = names.get(steps.slice(0, depth).join('/'))
        if (found !== undefined && !found.endsWith('/')) return found
      }
      return null
    },
  }
}
