import { LONGEST_SEARCH } from '@slipstream/contract/catalogue'
import { localMemory } from '#lib/browser-storage.ts'

const KEY = 'recent_searches'
const MOST = 5

const textsIn = (stored: string | null): unknown => {
  try {
    return JSON.parse(stored ?? '[]')
  } catch {
    return []
  }
}

/** The last searches from which the visitor opened a page, newest first. */
export const recentSearches = (): string[] => {
  const texts = textsIn(localMemory.read(KEY))
  const isText = (text: unknown) => typeof text === 'string' && text !== '' && text.length <= LONGEST_SEARCH
  return Array.isArray(texts) ? (texts as unknown[]).filter((text): text is string => isText(text)).slice(0, MOST) : []
}

export const rememberSearch = (text: string) => {
  const said = text.trim()
  if (said === '') return
  const others = recentSearches().filter((each) => each.toLowerCase() !== said.toLowerCase())
  localMemory.write(KEY, JSON.stringify([said, ...others].slice(0, MOST)))
}

export const forgetSearches = () => localMemory.write(KEY, null)
