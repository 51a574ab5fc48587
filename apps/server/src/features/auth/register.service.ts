import { type Db, inTransaction } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import type { UserRow } from './current-user.ts'
import { DomainError } from '#lib/domain-error.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import { hashPassword } from './password-hash.ts'
import type { Device } from './sessions.service.ts'
import { addressBucket } from '#lib/address-bucket.ts'
import { mayMailTo } from './email-verification.service.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { refuseWeakPassword } from './weak-password.ts'

interface NewUser {
  username: string
  email: string
  password: string
}

/**
 * Makes an account, unverified. Names are public, so a taken one is said. Addresses are not: an account is made for a
 * known address as for any other, with the same answer, and the mail tells the owner of the address which it was. Until
 * it is verified the address is a claim that opens nothing.
 */
export const registerUser = async (
  { db, limits }: { db: Db; limits: SignInLimits },
  { username, email, password }: NewUser,
  device: Device,
): Promise<UserRow> => {
  refuseWeakPassword(password, { username, email })
  const mayMail = await mayMailTo(limits, email, addressBucket(device.ip))
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    const [row] = await tx.insert(users).values({ username, email, passwordHash }).onConflictDoNothing().returning()
    if (!row) throw new DomainError('auth.username_taken')
    if (mayMail) await enqueue(tx, 'auth.mail_verification', { userId: row.id, email })
    return row
  })
}
