import { lazy } from 'react'

/** Server-rendered parts whose code loads after the primary code. */
export const Compare = lazy(async () => ({ default: (await import('./compare/compare.tsx')).Compare }))

/** In place of the list. */
export const ModComparison = lazy(async () => ({
  default: (await import('./compare/mod-comparison.tsx')).ModComparison,
}))
