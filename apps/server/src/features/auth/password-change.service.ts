import { eq } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { mailUser } from '#features/notifications/mail-user.service.ts'
import { hashPassword } from './password-hash.ts'
import { type MailSender, passwordChangedMail } from './auth-mails.ts'
import type { SignedIn } from './identity.service.ts'
import { endSecrets } from './one-time-secrets.service.ts'
import { endSessions } from './sessions.service.ts'
import { refuseWeakPassword } from './weak-password.ts'

/**
 * Sets the first password or replaces it. All other sessions and all pending one-time secrets of the account end.
 * Returns the account.
 */
export const changePassword = async (
  { db, sender }: { db: Db; sender: MailSender },
  { row, session }: SignedIn,
  password: string,
) => {
  refuseWeakPassword(password, row)
  const passwordHash = await hashPassword(password)
  await inTransaction(db, async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, row.id))
    await endSessions(tx, row.id, session.id)
    await endSecrets(tx, row.id)
    await mailUser(tx, { userId: row.id, letter: passwordChangedMail(sender()), kind: 'account' })
  })
  return { id: row.id, passwordHash }
}
