import { eq } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { mailUser } from '#features/notifications/mail-user.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { type MailSender, passwordChangedMail } from './auth-mails.ts'
import type { UserRow } from './current-user.ts'
import { unlinkDiscord } from './discord-account.service.ts'
import { claimEmail, mayBeTakenOver } from './email-verification.service.ts'
import { endSecrets, useSecret } from './one-time-secrets.service.ts'
import { removeAllPasskeys } from './passkeys.service.ts'
import { hashPassword } from './password-hash.ts'
import { type Device, endSessions } from './sessions.service.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { noteSignIn } from './sign-in.service.ts'
import { endTwoFactor } from './two-factor.service.ts'
import { refuseWeakPassword } from './weak-password.ts'

interface TakeOverParts {
  db: Db
  limits: SignInLimits
  sender: MailSender
}

/**
 * Gives an account to the owner of the address that it claims. What the person who typed the address first has added opens
 * it no longer: sessions, Discord, passkeys, the authenticator app, other mailed links.
 */
export const takeOver = async (
  { db, limits, sender }: TakeOverParts,
  { token, password }: { token: string; password: string },
  device: Device,
): Promise<Pick<UserRow, 'id' | 'passwordHash'>> => {
  if (!(await limits.address.allows(device.ip))) throw new DomainError('request.too_many')
  refuseWeakPassword(password)
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    const { userId, details } = await useSecret(tx, 'verify_email', token)
    const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    // Each refusal rolls back, so the link stays valid.
    if (!row) throw new DomainError('auth.link_expired')
    if (!mayBeTakenOver(row)) throw new DomainError('auth.sign_in_to_confirm')
    const email = details.email ?? ''
    refuseWeakPassword(password, { username: row.username, email })
    await claimEmail(tx, { userId, email })
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await unlinkDiscord(tx, row)
    await removeAllPasskeys(tx, userId)
    await endTwoFactor(tx, userId)
    await endSessions(tx, userId)
    await endSecrets(tx, userId)
    await noteSignIn(tx, { userId, method: 'reset', result: 'ok' }, device)
    await mailUser(tx, { userId, letter: passwordChangedMail(sender()), kind: 'account' })
    return { id: userId, passwordHash }
  })
}
