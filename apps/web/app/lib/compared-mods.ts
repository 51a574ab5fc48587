import { MOST_COMPARED } from '@slipstream/contract/catalogue'
import { rememberedChoice } from './remembered-choice.ts'

/** The ids in a URL or in the browser's storage. Ignores invalid ids and those beyond the limit. */
export const comparedIn = (text: string | null): number[] => {
  const ids = (text ?? '').split(',').filter((id) => /^[1-9]\d{0,8}$/.test(id))
  return [...new Set(ids.map(Number))].slice(0, MOST_COMPARED)
}

const { choose, read, use } = rememberedChoice<string>('compared_mods', {
  usual: '',
  isKnown: (stored) => comparedIn(stored).length > 0,
})

/** The mods that this visitor has chosen to compare; none on the server. */
export const useComparedIds = () => comparedIn(use())
/** The current choice: a click may happen before the page has rendered the stored one. */
export const readCompared = () => comparedIn(read())
export const chooseCompared = (ids: readonly number[]) => choose(ids.join(','))

export const comparisonAddress = (ids: readonly number[]): '/mods' | `/mods?${string}` =>
  ids.length > 0 ? `/mods?compare=${ids.join(',')}` : '/mods'
