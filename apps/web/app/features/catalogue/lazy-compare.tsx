import { lazy } from 'react'

/** Server-rendered parts whose code loads after the primary code. */
export const Compare = lazy(async () => ({ default: (await import('./compare/compare.tsx')).Compare }))

/** Shown instead of the list if the URL names mods to compare. */
export const ModComparison = lazy(async () => ({
  default: (await import('./compare/mod-comparison.tsx')).ModComparison,
}))
