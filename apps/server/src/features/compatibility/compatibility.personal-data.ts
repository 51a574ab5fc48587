import { asc, eq } from 'drizzle-orm'
import { compatibilityChanges } from '@slipstream/db/tables/mod-releases'
import type { PersonalData } from '#lib/personal-data.ts'

/** Verdicts of an administrator stay under an anonymous id. */
export const compatibilityPersonalData: PersonalData = {
  name: 'compatibility of mods, as an administrator',
  tables: ['compatibility_changes'],
  collect: (tx, userId) =>
    tx
      .select({
        at: compatibilityChanges.at,
        gameVersion: compatibilityChanges.gameVersion,
        state: compatibilityChanges.toState,
        note: compatibilityChanges.note,
      })
      .from(compatibilityChanges)
      .where(eq(compatibilityChanges.actorId, userId))
      .orderBy(asc(compatibilityChanges.id)),
  erase: async () => {},
}
