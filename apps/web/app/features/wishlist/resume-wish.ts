import type { QueryClient } from '@tanstack/react-query'
import { changeWish, readAgain, tellUnchanged } from './wishlist.queries.ts'

/** Saves a mod that the user wanted before signing in. */
export const resumeWish = async (queries: QueryClient, modId: number) => {
  try {
    await changeWish(modId, true)
    await readAgain(queries)
  } catch (error) {
    tellUnchanged(queries, error)
  }
}
