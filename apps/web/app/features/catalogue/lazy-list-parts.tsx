import { lazy } from 'react'

/** Sent with the page where it has them; what makes them work comes after what is used at once. */
export const FilterFields = lazy(async () => ({ default: (await import('./filter-fields.tsx')).FilterFields }))
export const NoModsFound = lazy(async () => ({ default: (await import('./no-mods-found.tsx')).NoModsFound }))

/** With Radix behind it, so it comes when the filters are first opened. */
export const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))
