import { type Db, inTransaction } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import type { UserRow } from './current-user.ts'
import { DomainError } from '#lib/domain-error.ts'
import { queueMessage } from '#lib/outbox/outbox.ts'
import { hashPassword } from './password-hash.ts'
import type { Device } from './sessions.service.ts'
import type { MailSender } from './auth-mails.ts'
import { addressBucket } from '#lib/address-bucket.ts'
import { mayMailTo } from './email-verification.service.ts'
import { refuseReservedName } from './reserved-names.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { refuseWeakPassword } from './weak-password.ts'

interface NewUser {
  username: string
  email: string
  password: string
}

/**
 * Creates an unverified account. Usernames are public, so a taken one is refused. Addresses are not: a known address
 * gets the same answer as a new one, and only the mail tells its owner. Until it is verified, the address is a claim
 * that gives no access.
 */
export const registerUser = async (
  { db, limits, sender }: { db: Db; limits: SignInLimits; sender: MailSender },
  { username, email, password }: NewUser,
  device: Device,
): Promise<UserRow> => {
  refuseReservedName(username, sender().storeName)
  refuseWeakPassword(password, { username, email })
  const mayMail = await mayMailTo(limits, email, addressBucket(device.ip))
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    const [row] = await tx.insert(users).values({ username, email, passwordHash }).onConflictDoNothing().returning()
    if (!row) throw new DomainError('auth.username_taken')
    if (mayMail) await queueMessage(tx, 'auth.mail_verification', { userId: row.id, email }, { kind: 'account' })
    return row
  })
}
