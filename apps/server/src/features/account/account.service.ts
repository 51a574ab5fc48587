import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { Account, NotificationChoices, Session } from '@slipstream/contract/account'
import { DEFAULT_NOTIFICATION_CHOICES } from '@slipstream/contract/account'
import type { Db, Tx } from '@slipstream/db/client'
import { sessions, signIns } from '@slipstream/db/tables/auth'
import { users } from '@slipstream/db/tables/users'
import { countRecoveryCodes } from '#features/auth/two-factor.service.ts'
import type { UserRow } from '#features/auth/current-user.ts'
import type { BillingDetails } from '@slipstream/contract/invoices'
import { readBilling, saveBilling } from '#features/invoices/billing-details.service.ts'
import { refuseReservedName } from '#features/auth/reserved-names.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { isUniqueViolation } from '#lib/unique-violation.ts'
import { recordConsents } from './consents.service.ts'
import { deviceName } from './device-name.ts'

const SIGN_INS_SHOWN = 50

export const readAccount = async (db: Db, row: UserRow): Promise<Account> => ({
  username: row.username,
  email: row.email,
  emailVerified: row.emailVerifiedAt !== null,
  isAdmin: row.isAdmin,
  hasPassword: row.passwordHash !== null,
  discordUsername: row.discordUsername,
  twoFactorSince: row.twoFactorSince?.toISOString() ?? null,
  passkeys: row.passkeyCount,
  recoveryCodesLeft: await countRecoveryCodes(db, row.id),
  notificationChoices: { ...DEFAULT_NOTIFICATION_CHOICES, ...row.notificationChoices },
  billing: await readBilling(db, row.id),
  createdAt: row.createdAt.toISOString(),
})

interface Changes {
  username?: string | undefined
  notificationChoices?: { [Choice in keyof NotificationChoices]?: boolean | undefined } | undefined
  billing?: BillingDetails | undefined
}

export const changeAccount = async (
  tx: Tx,
  row: UserRow,
  { username, notificationChoices, billing }: Changes,
  storeName: string,
) => {
  const isRenamed = username !== undefined && username.toLowerCase() !== row.username.toLowerCase()
  if (isRenamed && !row.isAdmin) refuseReservedName(username, storeName)
  if (billing) await saveBilling(tx, row.id, billing)
  const changed = {
    ...(username !== undefined && { username }),
    // Merged by the database, so that a choice made in another window is not undone by this process's cache.
    ...(notificationChoices && {
      notificationChoices: sql`${users.notificationChoices} || ${JSON.stringify(notificationChoices)}::jsonb`,
    }),
  }
  if (Object.keys(changed).length === 0) return readAccount(tx, row)
  try {
    const [next] = await tx.update(users).set(changed).where(eq(users.id, row.id)).returning()
    await recordConsents(tx, row.id, notificationChoices ?? {}, 'profile')
    await announceChange(tx, 'user', row.id)
    return readAccount(tx, next ?? row)
  } catch (error) {
    if (isUniqueViolation(error, 'users_username')) throw new DomainError('auth.username_taken')
    throw error
  }
}

export const listSessions = async (db: Db, userId: number, thisOne: number): Promise<Session[]> => {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.id))
  return rows.map(({ id, method, userAgent, ip, createdAt, usedAt }) => ({
    id,
    isThisOne: id === thisOne,
    method,
    device: deviceName(userAgent),
    ip,
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
  }))
}

export const listSignIns = async (db: Db, userId: number) => {
  const rows = await db
    .select()
    .from(signIns)
    .where(eq(signIns.userId, userId))
    .orderBy(desc(signIns.id))
    .limit(SIGN_INS_SHOWN)
  return rows.map(({ id, at, method, result, userAgent, ip }) => ({
    id,
    at: at.toISOString(),
    method,
    result,
    device: deviceName(userAgent),
    ip,
  }))
}
