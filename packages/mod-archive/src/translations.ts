import { MAX_TRANSLATION_FILES } from './limits.ts'
import type { ArchiveEntry } from './listing.ts'
import type { SjsonTable } from './sjson.ts'
import type { Wording } from './spec-sheet.ts'

const ENGLISH = /^locales\/translations\/en-us\/.*\.translation\.json$/i
/** A key such as `vehiclesData.strada.sport.Configuration`. Unlike a sentence, it has no spaces. */
const KEY = /^[\w-]+(\.[\w-]+)+$/

/** Whether any text is a translation key; otherwise the translations need not be read. */
export const hasKeys = (tables: readonly SjsonTable[]) =>
  tables.some((table) => Object.values(table).some((value) => typeof value === 'string' && KEY.test(value.trim())))

export const translationFiles = (entries: readonly ArchiveEntry[]) =>
  entries.filter(({ name }) => ENGLISH.test(name)).slice(0, MAX_TRANSLATION_FILES)

export const wordingFrom = (tables: readonly SjsonTable[]): Wording => {
  const words = new Map(tables.flatMap((table) => Object.entries(table)))
  return (text) => {
    const translated = words.get(text)
    return typeof translated === 'string' ? translated : text
  }
}
