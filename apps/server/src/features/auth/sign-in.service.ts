import { eq } from 'drizzle-orm'
import type { ErrorCode } from '@slipstream/contract/errors'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { signIns } from '@slipstream/db/tables/auth'
import { users } from '@slipstream/db/tables/users'
import type { UserRow } from './current-user.ts'
import { banError, isBanned } from '#lib/is-banned.ts'
import { hasVerifiedEmail } from './verified-email.ts'
import { DomainError } from '#lib/domain-error.ts'
import { isPassword } from './password-hash.ts'
import { placeOf, type Visitor } from './known-devices.ts'
import type { Device } from './sessions.service.ts'
import type { SignInLimits } from './sign-in-limits.ts'

type SignIn = typeof signIns.$inferInsert

export const noteSignIn = async (tx: Tx, attempt: Pick<SignIn, 'userId' | 'method' | 'result'>, device: Device) => {
  await tx.insert(signIns).values({ ...attempt, ip: device.ip, userAgent: device.userAgent.slice(0, 300) })
}

/** Finds the account by username or verified e-mail address. */
const findByName = async (db: Db, typed: string): Promise<UserRow | null> => {
  // No username has an @. Each lookup uses a unique index, so existing names are not found faster than missing ones.
  const isTheirs = typed.includes('@') ? hasVerifiedEmail(typed) : eq(users.usernameKey, typed)
  const [row] = await db.select().from(users).where(isTheirs)
  return row ?? null
}

interface PasswordSignIn {
  username: string
  password: string
  adminsOnly: boolean
}

/**
 * Checks a username and password. An unknown name, a wrong password and a non-admin on the admin page are refused with
 * the same words after the same work, so nobody learns which names exist.
 */
export const checkPassword = async (
  db: Db,
  limits: SignInLimits,
  { username, password, adminsOnly }: PasswordSignIn,
  visitor: Visitor,
): Promise<UserRow> => {
  const name = username.trim().toLowerCase()
  const row = await findByName(db, name)
  const refuse = async (result: SignIn['result'], code: ErrorCode, error = new DomainError(code)): Promise<never> => {
    await inTransaction(db, (tx) => noteSignIn(tx, { userId: row?.id ?? null, method: 'password', result }, visitor))
    throw error
  }
  const place = placeOf(visitor, row)
  const refuseLimited = async (code: ErrorCode): Promise<never> => {
    if (await limits.notes.allows(visitor.ip)) return refuse('limited', code)
    throw new DomainError(code)
  }
  // Counted before the check, so that concurrent attempts cannot all see a low count.
  if (place.knownDevice === null && !(await limits.address.allows(visitor.ip))) return refuseLimited('request.too_many')
  if (!(await limits.password.allows(name, place))) return refuseLimited('auth.too_many_attempts')

  const isRight = await isPassword(row?.passwordHash, password)
  if (!row || !isRight || (adminsOnly && !row.isAdmin)) {
    return refuse(row ? 'wrong_secret' : 'unknown_name', 'auth.wrong_credentials')
  }
  if (isBanned(row)) return refuse('banned', 'auth.banned', banError(row))
  await limits.password.forgive(name, place)
  return row
}
