import { useSyncExternalStore } from 'react'
import { localMemory } from '#lib/browser-storage.ts'

export const UNITS = ['metric', 'imperial'] as const
export type Units = (typeof UNITS)[number]

const listeners = new Set<() => void>()
/** Fallback for browsers without storage: the choice lasts until the page is left. */
let chosen: Units = 'metric'

const read = (): Units => {
  const stored = localMemory.read('units')
  return UNITS.find((units) => units === stored) ?? chosen
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

export const chooseUnits = (units: Units) => {
  if (!localMemory.write('units', units)) chosen = units
  tellAll()
}

/** Metric on the server, which cannot know the choice. */
export const useUnits = (): Units => useSyncExternalStore(subscribe, read, () => 'metric')
