import { lazy } from 'react'

/** They stand in the page from the start; below the first screen, their code comes after what is used at once. */
export const HomeSections = lazy(async () => ({ default: (await import('./home-sections.tsx')).HomeSections }))
