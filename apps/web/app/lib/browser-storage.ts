import type { LocalKey, TabKey } from '@slipstream/contract/browser-storage'

/** A browser may forbid its storage; a page then remembers nothing, and works. */
const keeper = <Key extends string>(storage: () => Storage) => ({
  read: (key: Key): string | null => {
    try {
      return storage().getItem(key)
    } catch {
      return null
    }
  },
  /** null removes it. Returns whether the browser has stored it. */
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
