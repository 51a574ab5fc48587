import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS } from '@slipstream/contract/durations'
import { LIMIT_NAMES, type SecurityOverview, type StaffAccount } from '@slipstream/contract/security'
import type { Db, Tx } from '@slipstream/db/client'
import { sessions, signIns } from '@slipstream/db/tables/auth'
import { developerPin, users } from '@slipstream/db/tables/users'
import type { SignedIn } from '#features/auth/identity.service.ts'
import { PROOF_MS } from '#features/auth/prove.service.ts'
import type { SecondFactorRule } from '#features/auth/request-identity.ts'
import { hasSecondFactor, secondFactorsOf } from '#features/auth/second-factors.ts'
import { SESSION_IDLE_MS, SESSION_LONGEST_MS } from '#features/auth/sessions.service.ts'
import { SIGN_IN_LIMITS } from '#features/auth/sign-in-limits.ts'
import { editSettings, readLastChanges } from '#features/settings/edit-settings.service.ts'
import { readSettings } from '#features/settings/settings.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'

const ORDER: PageOrder = { name: 'staff', direction: 'asc', keys: [{ of: users.id, type: 'integer' }] }

export const readSecurity = async (db: Db, rule: SecondFactorRule): Promise<SecurityOverview> => {
  const { adminsNeedTwoFactor } = await readSettings(db)
  const [change = null] = await readLastChanges(db, ['adminsNeedTwoFactor'])
  return {
    secondFactor: {
      isRequired: rule.fixedBy === null ? adminsNeedTwoFactor : rule.isRequired,
      fixedBy: rule.fixedBy,
      change: change && { at: change.at, by: change.by },
      lacking: await countLacking(db),
    },
    sessions: {
      idleDays: SESSION_IDLE_MS / DAY_MS,
      longestDays: SESSION_LONGEST_MS / DAY_MS,
      proofMinutes: PROOF_MS / MINUTE_MS,
    },
    limits: LIMIT_NAMES.map((name) => {
      const { max, windowMs } = SIGN_IN_LIMITS[name]
      return { name, max, windowMinutes: windowMs / MINUTE_MS }
    }),
    attempts: await countAttempts(db),
  }
}

/** What second-factors.ts needs to know about an account. */
const FACTORS = { twoFactorSince: users.twoFactorSince, passkeyCount: users.passkeyCount }

const countLacking = async (db: Db) =>
  (await db.select(FACTORS).from(users).where(activeAdmins)).filter((row) => !hasSecondFactor(row)).length

const activeAdmins = and(eq(users.isAdmin, true), isNull(users.erasedAt))

const countAttempts = async (db: Db) => {
  const [counted] = await db
    .select({
      failed: sql<number>`count(*) filter (where ${signIns.result} in ('wrong_secret', 'unknown_name'))`.mapWith(
        Number,
      ),
      limited: sql<number>`count(*) filter (where ${signIns.result} = 'limited')`.mapWith(Number),
    })
    .from(signIns)
    .where(gt(signIns.at, new Date(Date.now() - DAY_MS)))
  return counted ?? { failed: 0, limited: 0 }
}

interface StaffQuery {
  limit: number
  after?: string | undefined
}

export const listStaff = (db: Db, developerDiscordUsername: string, { limit, after }: StaffQuery) => {
  const isPinned = eq(developerPin.discordUsername, developerDiscordUsername)
  return readPage(
    ORDER,
    { after, size: limit },
    (place, size) =>
      db
        .select({
          id: users.id,
          username: users.username,
          isAdmin: users.isAdmin,
          ...FACTORS,
          isDeveloper: sql<boolean>`${developerPin.discordId} is not null`,
          openSessions: sql<number>`(
            select count(*) from ${sessions}
            where ${sessions.userId} = ${users.id} and ${sessions.expiresAt} > now())`.mapWith(Number),
          lastUsedAt: sql<string | null>`(
            select max(${sessions.usedAt}) from ${sessions}
            where ${sessions.userId} = ${users.id} and ${sessions.expiresAt} > now())`,
          keys: keysOf(ORDER),
        })
        .from(users)
        .leftJoin(developerPin, and(eq(developerPin.discordId, users.discordId), isPinned))
        .where(and(or(activeAdmins, sql`${developerPin.discordId} is not null`), place))
        .orderBy(orderedBy(ORDER))
        .limit(size),
    ({ twoFactorSince, passkeyCount, lastUsedAt, ...row }): StaffAccount => ({
      ...row,
      secondFactors: secondFactorsOf({ twoFactorSince, passkeyCount }),
      lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
    }),
  )
}

/** An administrator without a second factor who required one would lose all admin rights with the same click. */
export const requireSecondFactor = async (
  tx: Tx,
  { row }: Pick<SignedIn, 'row'>,
  rule: SecondFactorRule,
  isRequired: boolean,
) => {
  if (rule.fixedBy !== null) throw new DomainError('security.fixed')
  if (isRequired && !hasSecondFactor(row)) throw new DomainError('security.own_second_factor')
  await editSettings(tx, row.id, { adminsNeedTwoFactor: isRequired })
}
