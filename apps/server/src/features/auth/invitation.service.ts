import { eq } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { inTransaction } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { mailUser } from '#features/notifications/mail-user.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { banError, isBanned } from '#lib/is-banned.ts'
import { type MailSender, passwordChangedMail } from './auth-mails.ts'
import { endSecrets, peekSecret, useSecret } from './one-time-secrets.service.ts'
import { hashPassword } from './password-hash.ts'
import { type Device, endSessions } from './sessions.service.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { noteSignIn } from './sign-in.service.ts'
import { refuseWeakPassword } from './weak-password.ts'

/** For whom a mailed invitation is, and who sent it. Uses nothing up: mail scanners open links. */
export const readInvitation = (db: Db, token: string) =>
  inTransaction(db, async (tx) => {
    const { userId, details } = await peekSecret(tx, 'invitation', token)
    const [invited] = await tx.select({ name: users.username }).from(users).where(eq(users.id, userId))
    if (!invited) throw new DomainError('auth.link_expired')
    const [inviter] = await tx
      .select({ name: users.username })
      .from(users)
      .where(eq(users.id, Number(details.by ?? 0)))
    return { username: invited.name, invitedBy: inviter?.name ?? null }
  })

interface Parts {
  db: Db
  limits: SignInLimits
  sender: MailSender
}

/** Sets the first password of an invited person, who is signed in by it. */
export const acceptInvitation = async (
  { db, limits, sender }: Parts,
  { token, password }: { token: string; password: string },
  device: Device,
) => {
  if (!(await limits.address.allows(device.ip))) throw new DomainError('request.too_many')
  refuseWeakPassword(password)
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    const { userId } = await useSecret(tx, 'invitation', token)
    const [row] = await tx.update(users).set({ passwordHash }).where(eq(users.id, userId)).returning()
    if (!row) throw new DomainError('auth.link_expired')
    // Both roll back, so the link stays valid.
    refuseWeakPassword(password, row)
    if (isBanned(row)) throw banError(row)
    await endSessions(tx, userId)
    await endSecrets(tx, userId)
    await noteSignIn(tx, { userId, method: 'invitation', result: 'ok' }, device)
    await mailUser(tx, { userId, letter: passwordChangedMail(sender()), kind: 'account' })
    return row
  })
}
