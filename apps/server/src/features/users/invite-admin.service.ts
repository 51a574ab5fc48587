import { eq, or } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { issueSecret } from '#features/auth/one-time-secrets.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { hasVerifiedEmail } from '#features/auth/verified-email.ts'

/**
 * Creates an administrator without a password and returns the secret for setting one. The operator who runs the command
 * vouches for the address.
 */
export const inviteAdmin = async (tx: Tx, { username, email }: { username: string; email: string }) => {
  const [other] = await tx
    .select({ usernameKey: users.usernameKey })
    .from(users)
    .where(or(eq(users.usernameKey, username.toLowerCase()), hasVerifiedEmail(email)))
  if (other) {
    throw new DomainError(other.usernameKey === username.toLowerCase() ? 'auth.username_taken' : 'account.email_taken')
  }
  const [row] = await tx
    .insert(users)
    .values({ username, email, emailVerifiedAt: new Date(), isAdmin: true })
    .returning({ id: users.id })
  if (!row) throw new Error('the administrator was not written')
  return issueSecret(tx, 'invitation', row.id)
}
