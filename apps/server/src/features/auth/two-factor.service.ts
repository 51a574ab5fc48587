import { randomInt } from 'node:crypto'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Db, Tx } from '@slipstream/db/client'
import { recoveryCodes } from '@slipstream/db/tables/auth'
import { users } from '@slipstream/db/tables/users'
import type { UserRow } from './current-user.ts'
import { tellOfAccess } from './access-mails.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import type { Encryption } from './encryption.ts'
import { hashOf } from './secret.ts'
import { hasSecondFactor } from './second-factors.ts'

const RECOVERY_CODES = 10
const STEP_MS = 30_000
/** Without letters and digits that look alike when written down. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

const authenticator = (secret: Secret, storeName: string, username: string) =>
  new TOTP({ issuer: storeName, label: username, algorithm: 'SHA1', digits: 6, period: STEP_MS / 1_000, secret })

/** Issues a secret to scan. It takes effect with the first correct code. */
export const startTwoFactor = async (tx: Tx, encryption: Encryption, row: UserRow, storeName: string) => {
  const secret = new Secret({ size: 20 })
  // Checked in the UPDATE itself: replacing an active secret would lock its owner out.
  const started = await tx
    .update(users)
    .set({ twoFactorSecret: encryption.encrypt(secret.base32) })
    .where(and(eq(users.id, row.id), isNull(users.twoFactorSince)))
    .returning({ id: users.id })
  if (started.length === 0) throw new DomainError('account.two_factor_is_on')
  await announceChange(tx, 'user', row.id)
  return { secret: secret.base32, uri: authenticator(secret, storeName, row.username).toString() }
}

/** Accepts the previous and next step too, because clocks differ and people type slowly. No code counts twice. */
const useCode = async (tx: Tx, encryption: Encryption, { id, username, twoFactorSecret }: UserRow, code: string) => {
  if (twoFactorSecret === null) return false
  const secret = Secret.fromBase32(encryption.decrypt(twoFactorSecret))
  const distance = authenticator(secret, '', username).validate({ token: code, window: 1 })
  if (distance === null) return false
  const step = Math.floor(Date.now() / STEP_MS) + distance
  const used = await tx
    .update(users)
    .set({ twoFactorUsedStep: step })
    .where(and(eq(users.id, id), or(isNull(users.twoFactorUsedStep), lt(users.twoFactorUsedStep, step))))
    .returning({ id: users.id })
  return used.length > 0
}

export const confirmTwoFactor = async (tx: Tx, encryption: Encryption, userId: number, code: string) => {
  const [row] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (!row || row.twoFactorSince !== null) throw new DomainError('account.two_factor_is_on')
  if (!(await useCode(tx, encryption, row, code))) throw new DomainError('auth.wrong_code')
  await tx.update(users).set({ twoFactorSince: new Date() }).where(eq(users.id, userId))
  await announceChange(tx, 'user', userId)
  await tellOfAccess(tx, userId, 'app_added')
  return renewRecoveryCodes(tx, userId)
}

/** Returns the codes in plain text for the only time. The store keeps hashes. */
export const renewRecoveryCodes = async (tx: Tx, userId: number) => {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashOf(code) })))
  return codes
}

const newRecoveryCode = () => {
  const letters = Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

export const countRecoveryCodes = async (db: Db, userId: number) => {
  const [left] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return left?.count ?? 0
}

/** Recovery codes are deleted with the last second factor. */
export const endRecoveryCodes = async (tx: Tx, row: UserRow) => {
  if (!hasSecondFactor(row)) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, row.id))
}

/** Returns whether the second factor was on. */
export const endTwoFactor = async (tx: Tx, userId: number) => {
  const [before] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  const [row] = await tx
    .update(users)
    .set({ twoFactorSecret: null, twoFactorSince: null, twoFactorUsedStep: null })
    .where(eq(users.id, userId))
    .returning()
  if (row) await endRecoveryCodes(tx, row)
  await announceChange(tx, 'user', userId)
  return before !== undefined && before.twoFactorSince !== null
}

/** Accepts an authenticator code, or an unused recovery code and uses it up. */
export const isSecondFactor = async (tx: Tx, encryption: Encryption, row: UserRow, typed: string) => {
  const code = typed.trim().toLowerCase()
  if (/^\d{6}$/.test(code)) return useCode(tx, encryption, row, code)
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(
      and(eq(recoveryCodes.userId, row.id), eq(recoveryCodes.codeHash, hashOf(code)), isNull(recoveryCodes.usedAt)),
    )
    .returning({ id: recoveryCodes.id })
  return used.length > 0
}
