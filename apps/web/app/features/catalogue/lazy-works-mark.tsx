import { lazy } from 'react'

/** Loads for visitors who have said which version of the game they have. */
export const WorksMark = lazy(async () => ({ default: (await import('./works-mark.tsx')).WorksMark }))
