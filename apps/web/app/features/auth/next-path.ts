import { useSearchParams } from 'react-router'
import { tabMemory } from '#lib/browser-storage.ts'

const BASE = 'https://store.invalid'

/** Where to go after signing in: a path of this store, whatever the address says. */
const safePath = (wanted: string | null): string => {
  if (!wanted?.startsWith('/')) return '/'
  const url = URL.parse(wanted, BASE)
  // `//other.example` and `/\other.example` begin with a slash and lead away.
  return url?.origin === BASE ? url.pathname + url.search + url.hash : '/'
}

export const useNextPath = (): string => safePath(useSearchParams()[0].get('next'))

/** The same destination for the other way to sign in. */
export const withNext = (path: string, next: string) =>
  next === '/' ? path : `${path}?${new URLSearchParams({ next }).toString()}`

/** Discord leads back to the home page; this tab remembers where its visitor wanted to go. */
export const rememberNext = (next: string) => void tabMemory.write('after_discord', next)

export const takeRememberedNext = (): string => {
  const next = tabMemory.read('after_discord')
  tabMemory.write('after_discord', null)
  return safePath(next)
}
