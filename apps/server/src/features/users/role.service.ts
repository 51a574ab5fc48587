import { eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { tellOfAccess } from '#features/auth/access-mails.ts'
import { keepAnAdmin } from '#features/auth/last-admin.service.ts'
import { endSessions } from '#features/auth/sessions.service.ts'

/** The only place that grants or revokes the admin role; either way the person has to sign in again. */
export const setAdmin = async (tx: Tx, userId: number, isAdmin: boolean) => {
  if (!isAdmin) await keepAnAdmin(tx, userId)
  await tx.update(users).set({ isAdmin }).where(eq(users.id, userId))
  await endSessions(tx, userId)
  await tellOfAccess(tx, userId, isAdmin ? 'made_admin' : 'no_admin')
}
