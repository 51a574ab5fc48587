import { useSyncExternalStore } from 'react'
import type { LocalKey } from '@slipstream/contract/browser-storage'
import { localMemory } from './browser-storage.ts'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'theme' satisfies LocalKey
const DARK = '(prefers-color-scheme: dark)'

/** Runs in the head before the first paint, so that the page never flashes in the other theme. */
export const themeScript = `(function(){var t;try{t=localStorage.getItem('${KEY}')}catch(e){}var d=t==='dark'||(t!=='light'&&matchMedia('${DARK}').matches);document.documentElement.classList.toggle('dark',d)})()`

const readTheme = (): Theme => {
  const stored = localMemory.read(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

const applyTheme = () => {
  const theme = readTheme()
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia(DARK).matches)
  document.documentElement.classList.toggle('dark', isDark)
}

const listeners = new Set<() => void>()

const changed = () => {
  applyTheme()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  const system = matchMedia(DARK)
  if (listeners.size === 0) {
    system.addEventListener('change', changed)
    // Follows a choice made in another tab.
    addEventListener('storage', changed)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    system.removeEventListener('change', changed)
    removeEventListener('storage', changed)
  }
}

export const setTheme = (theme: Theme) => {
  localMemory.write(KEY, theme)
  changed()
}

/** Null on the server, which cannot know the choice. */
export const useTheme = (): Theme | null => useSyncExternalStore(subscribe, readTheme, () => null)
