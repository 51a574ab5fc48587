/** State outside React, for useSyncExternalStore. */
export const createStore = <State>(initial: State) => {
  let state = initial
  const listeners = new Set<() => void>()

  return {
    get: () => state,
    set: (next: State) => {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
