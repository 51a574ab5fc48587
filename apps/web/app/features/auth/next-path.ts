import { useSearchParams } from 'react-router'

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

const KEY = 'after_discord'

/** Discord leads back to the home page; this tab remembers where its visitor wanted to go. */
export const rememberNext = (next: string) => {
  try {
    sessionStorage.setItem(KEY, next)
  } catch {
    // Without storage one lands on the home page.
  }
}

export const takeRememberedNext = (): string => {
  try {
    const next = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return safePath(next)
  } catch {
    return '/'
  }
}
