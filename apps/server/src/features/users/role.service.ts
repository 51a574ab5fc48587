import { eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { endSessions } from '#features/auth/sessions.service.ts'

/** The only place where somebody becomes an administrator or stops being one; either way they sign in anew. */
export const setAdmin = async (tx: Tx, userId: number, isAdmin: boolean) => {
  await tx.update(users).set({ isAdmin }).where(eq(users.id, userId))
  await endSessions(tx, userId)
}
