import { and, eq, isNull, or } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { issueSecret } from '#features/auth/one-time-secrets.service.ts'
import { hasVerifiedEmail } from '#features/auth/verified-email.ts'
import { DomainError } from '#lib/domain-error.ts'
import { isUniqueViolation } from '#lib/unique-violation.ts'
import type { Letter, Sender } from '#lib/mail/letter.ts'
import type { Messages } from '#lib/outbox/outbox.ts'
import { invitationMail } from './users-mails.ts'

interface Invited {
  username: string
  email: string
  isAdmin: boolean
}

/**
 * Creates an account without a password and returns its id. The administrator vouches for the address, and nobody can
 * use the account without opening the link that is mailed there.
 */
export const createInvited = async (tx: Tx, { username, email, isAdmin }: Invited): Promise<number> => {
  const [other] = await tx
    .select({ usernameKey: users.usernameKey })
    .from(users)
    .where(or(eq(users.usernameKey, username.toLowerCase()), hasVerifiedEmail(email)))
  if (other) throw new DomainError(other.usernameKey === username.toLowerCase() ? NAME_TAKEN : EMAIL_TAKEN)
  try {
    const [row] = await tx
      .insert(users)
      .values({ username, email, emailVerifiedAt: new Date(), isAdmin })
      .returning({ id: users.id })
    if (!row) throw new Error('the account was not written')
    return row.id
  } catch (error) {
    if (isUniqueViolation(error, 'users_username')) throw new DomainError(NAME_TAKEN)
    if (isUniqueViolation(error, 'users_email')) throw new DomainError(EMAIL_TAKEN)
    throw error
  }
}

const NAME_TAKEN = 'auth.username_taken'
const EMAIL_TAKEN = 'account.email_taken'

/** Null if the account was deleted or is already in use. An earlier link stops working. */
export const writeInvitation = async (
  tx: Tx,
  { userId, email, byId }: Messages['users.mail_invitation'],
  sender: Sender,
): Promise<Letter | null> => {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.erasedAt)))
    .for('update')
  if (!row || !isUnused(row)) return null
  const [inviter] = await tx
    .select({ name: users.username })
    .from(users)
    .where(eq(users.id, byId ?? 0))
  const secret = await issueSecret(tx, 'invitation', userId, byId === undefined ? {} : { by: String(byId) })
  return invitationMail({ secret, username: row.username, inviter: inviter?.name ?? sender.storeName }, sender)
}

type Ways = Pick<typeof users.$inferSelect, 'passwordHash' | 'discordId' | 'passkeyCount'>

/** Whether nobody has set up a way to sign in yet. */
export const isUnused = (row: Ways) => row.passwordHash === null && row.discordId === null && row.passkeyCount === 0
