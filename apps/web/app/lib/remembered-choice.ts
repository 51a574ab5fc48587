import { useSyncExternalStore } from 'react'
import type { LocalKey } from '@slipstream/contract/browser-storage'
import { localMemory } from './browser-storage.ts'

/** A choice that this browser remembers. `usual` applies on the server and in place of an unknown stored value. */
export const rememberedChoice = <T extends string>(
  key: LocalKey,
  { usual, isKnown }: { usual: T; isKnown: (stored: string) => boolean },
) => {
  const listeners = new Set<() => void>()
  /** Fallback for browsers without storage: the choice lasts until the page is left. */
  let chosen = usual

  const read = (): T => {
    const stored = localMemory.read(key)
    return stored !== null && isKnown(stored) ? (stored as T) : chosen
  }
  const tellAll = () => {
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    // Follows a choice made in another tab.
    if (listeners.size === 0) addEventListener('storage', tellAll)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) removeEventListener('storage', tellAll)
    }
  }
  return {
    /** For event handlers. Components use `use`. */
    read,
    choose: (value: T) => {
      if (!localMemory.write(key, value === usual ? null : value)) chosen = value
      tellAll()
    },
    use: (): T => useSyncExternalStore(subscribe, read, () => usual),
  }
}
