import { eq, sql } from 'drizzle-orm'
import { oneTimeSecrets, recoveryCodes, sessions, signIns } from '@slipstream/db/tables/auth'
import { passkeyChallenges, passkeys } from '@slipstream/db/tables/passkeys'
import type { PersonalData } from '#lib/personal-data.ts'

export const authPersonalData: PersonalData = {
  name: 'signIns',
  tables: ['sessions', 'sign_ins', 'one_time_secrets', 'recovery_codes', 'passkeys', 'passkey_challenges'],
  collect: async (tx, userId) => ({
    sessions: await tx
      .select({
        method: sessions.method,
        ip: sessions.ip,
        userAgent: sessions.userAgent,
        createdAt: sessions.createdAt,
        usedAt: sessions.usedAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    attempts: await tx
      .select({
        at: signIns.at,
        method: signIns.method,
        result: signIns.result,
        ip: signIns.ip,
        userAgent: signIns.userAgent,
      })
      .from(signIns)
      .where(eq(signIns.userId, userId)),
    pending: await tx
      .select({
        purpose: oneTimeSecrets.purpose,
        email: sql<string | null>`${oneTimeSecrets.details} ->> 'email'`,
        createdAt: oneTimeSecrets.createdAt,
        expiresAt: oneTimeSecrets.expiresAt,
      })
      .from(oneTimeSecrets)
      .where(eq(oneTimeSecrets.userId, userId)),
    recoveryCodes: await tx
      .select({ usedAt: recoveryCodes.usedAt })
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, userId)),
    passkeys: await tx
      .select({
        name: passkeys.name,
        credentialId: passkeys.credentialId,
        transports: passkeys.transports,
        isBackedUp: passkeys.isBackedUp,
        createdAt: passkeys.createdAt,
        usedAt: passkeys.usedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.userId, userId)),
    passkeyChallenges: await tx
      .select({ purpose: passkeyChallenges.purpose, expiresAt: passkeyChallenges.expiresAt })
      .from(passkeyChallenges)
      .where(eq(passkeyChallenges.userId, userId)),
  }),
  erase: async (tx, userId) => {
    for (const table of [sessions, signIns, oneTimeSecrets, recoveryCodes, passkeys, passkeyChallenges]) {
      await tx.delete(table).where(eq(table.userId, userId))
    }
  },
}
