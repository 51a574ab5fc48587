import { lazy } from 'react'

/** Server-rendered parts whose code loads after the primary code. */
export const FilterFields = lazy(async () => ({ default: (await import('./filter-fields.tsx')).FilterFields }))
export const NoModsFound = lazy(async () => ({ default: (await import('./no-mods-found.tsx')).NoModsFound }))

/** Contains Radix, so it loads when the filters are first opened. */
export const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))
