import type { LocalKey, TabKey } from '@slipstream/contract/browser-storage'

/** A browser may block its storage; the page then works without remembering anything. */
const keeper = <Key extends string>(storage: () => Storage) => ({
  read: (key: Key): string | null => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  },
  /** Null removes the key. Returns whether that worked. */
  write: (key: Key, value: string | null): boolean => {
    try {
      if (value === null) storage().removeItem(key)
      else storage().setItem(key, value)
      return true
    } catch {
      return false
    }
  },
})

/** Kept for the next visit. */
export const localMemory = keeper<LocalKey>(() => localStorage)

/** Kept until the tab is closed. */
export const tabMemory = keeper<TabKey>(() => sessionStorage)
