import { lazy } from 'react'

/** Server-rendered sections below the fold; their code loads after the primary code. */
export const HomeSections = lazy(async () => ({ default: (await import('./home-sections.tsx')).HomeSections }))
