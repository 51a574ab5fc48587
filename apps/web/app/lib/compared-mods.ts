import { MOST_COMPARED } from '@slipstream/contract/catalogue'
import { rememberedChoice } from './remembered-choice.ts'

/** The ids in an address or in the browser's memory. Invalid ones are ignored, and so are those above the limit. */
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
/** The present choice: a click may come before the page shows what the browser remembers. */
export const readCompared = () => comparedIn(read())
export const chooseCompared = (ids: readonly number[]) => choose(ids.join(','))

export const comparisonAddress = (ids: readonly number[]): '/mods' | `/mods?${string}` =>
  ids.length > 0 ? `/mods?compare=${ids.join(',')}` : '/mods'
