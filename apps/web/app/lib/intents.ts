import { tabMemory } from './browser-storage.ts'

/** Something that a signed-out visitor clicked and that needs an account. */
export interface Intent {
  /** `buy` goes on to checkout. */
  kind: 'cart' | 'wishlist' | 'buy'
  modId: number
}

interface Kept extends Intent {
  at: number
}

/** Long enough to register or to sign in with a second factor, too short for the next person at this computer. */
export const INTENT_LIFETIME_MS = 15 * 60_000
const LIMIT = 10

const read = (): Kept[] => {
  try {
    const kept = JSON.parse(tabMemory.read('intents') ?? '[]') as Kept[]
    return kept.filter(({ at }) => Date.now() - at < INTENT_LIFETIME_MS)
  } catch {
    return []
  }
}

/** Remembers the intent in this tab only. Call this only on a click, never because of a URL. */
export const keepIntent = ({ kind, modId }: Intent) => {
  const others = read().filter((kept) => kept.kind !== kind || kept.modId !== modId)
  tabMemory.write('intents', JSON.stringify([...others, { kind, modId, at: Date.now() }].slice(-LIMIT)))
}

/** Returns each intent once, oldest first. */
export const takeIntents = (): Intent[] => {
  const kept = read()
  tabMemory.write('intents', null)
  return kept
}
