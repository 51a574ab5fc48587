import { eq } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { hasVerifiedEmail } from './verified-email.ts'
import { DomainError } from '#lib/domain-error.ts'
import { type Messages, queueMessage } from '#lib/outbox/outbox.ts'
import { mailUser } from '#features/notifications/mail-user.service.ts'
import { hashPassword } from './password-hash.ts'
import type { Letter, Sender } from '#lib/mail/letter.ts'
import { type MailSender, passwordChangedMail, resetPasswordMail } from './auth-mails.ts'
import { endSecrets, hasMailedSince, issueSecret, noteMailed, useSecret } from './one-time-secrets.service.ts'
import { type Device, endSessions } from './sessions.service.ts'
import { noteSignIn } from './sign-in.service.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { refuseWeakPassword } from './weak-password.ts'

const RESEND_MS = 20 * 60_000

interface ResetParts {
  db: Db
  limits: SignInLimits
}

/** Neither the answer nor its timing reveals whether the address is known. Only the mail tells its owner. */
export const requestPasswordReset = async ({ db, limits }: ResetParts, email: string, device: Device) => {
  if (!(await limits.address.allows(device.ip))) throw new DomainError('request.too_many')
  const options = { kind: 'account', key: `auth.mail_reset:${email}` } as const
  await inTransaction(db, (tx) => queueMessage(tx, 'auth.mail_reset', { email }, options))
}

/**
 * Unverified addresses get no link: the person who typed the address first could lure its owner into someone else's
 * account.
 */
export const writePasswordReset = async (
  tx: Tx,
  { email }: Messages['auth.mail_reset'],
  sender: Sender,
): Promise<Letter | null> => {
  const [row] = await tx.select({ id: users.id }).from(users).where(hasVerifiedEmail(email)).for('update')
  // A recent link still works. So nobody can flood the mailbox or leave its owner without a link.
  if (!row || (await hasMailedSince(tx, row.id, new Date(Date.now() - RESEND_MS)))) return null
  return resetPasswordMail(await issueSecret(tx, 'reset_password', row.id), sender)
}

/** The link counts as sent only now; a failed or crashed attempt is retried with a new link. */
export const noteResetMailed = async (tx: Tx, { email }: Messages['auth.mail_reset']) => {
  const [row] = await tx.select({ id: users.id }).from(users).where(hasVerifiedEmail(email))
  if (row) await noteMailed(tx, row.id)
}

/**
 * Sets a new password with a mailed secret, and returns the account. All its sessions and pending secrets end. Other
 * ways in stay, because a mailbox alone must not remove a second factor.
 */
export const resetPassword = async (
  { db, limits, sender }: ResetParts & { sender: MailSender },
  { token, password }: { token: string; password: string },
  device: Device,
) => {
  if (!(await limits.address.allows(device.ip))) throw new DomainError('request.too_many')
  refuseWeakPassword(password)
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    const { userId } = await useSecret(tx, 'reset_password', token)
    const [row] = await tx.update(users).set({ passwordHash }).where(eq(users.id, userId)).returning()
    if (!row) throw new DomainError('auth.link_expired')
    // Rolls back, so the link stays valid for another try.
    refuseWeakPassword(password, row)
    await endSessions(tx, userId)
    await endSecrets(tx, userId)
    await noteSignIn(tx, { userId, method: 'reset', result: 'ok' }, device)
    await mailUser(tx, { userId, letter: passwordChangedMail(sender()), kind: 'account' })
    return row
  })
}
