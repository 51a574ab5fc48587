import { plural } from '#lib/counts.ts'

const MOST_NAMES = 3

/** What is not saved, by name: "2 changes not saved: title, price". */
export const unsavedText = (names: readonly string[]) => {
  const shown = names.slice(0, MOST_NAMES).join(', ')
  const more = names.length - MOST_NAMES
  return `${plural(names.length, 'change')} not saved: ${shown}${more > 0 ? ` and ${more} more` : ''}`
}
