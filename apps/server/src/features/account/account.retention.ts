import { type SQL, sql } from 'drizzle-orm'
import { RETENTION_YEARS } from '@slipstream/contract/legal'
import { type Tx, readRows } from '@slipstream/db/client'
import { lockStanding } from '#features/auth/user-standing.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import type { PersonalData } from '#lib/personal-data.ts'
import type { RetentionRule } from '#lib/retention.ts'
import { erasable } from './inactive-accounts.ts'
import { erasePerson } from './personal-data.service.ts'

/** Accounts are erased the same way as when their owners delete them. */
export const accountRetention = (personalData: readonly PersonalData[]): readonly RetentionRule[] => [
  {
    name: 'accounts',
    what: 'Accounts without activity whose owners were told a month ago',
    fate: 'erased, as if their owners had deleted them',
    period: { years: RETENTION_YEARS.inactiveAccount },
    tables: ['users'],
    keyType: 'integer',
    batch: 20,
    due: erasable,
    remove: async (tx, keys, cutoff) => {
      for (const key of keys) await eraseIfInactive(tx, personalData, Number(key), cutoff)
    },
  },
]

/** Checks again, because the owner may have signed in since the account was selected. */
const eraseIfInactive = async (tx: Tx, personalData: readonly PersonalData[], userId: number, cutoff: SQL) => {
  await lockStanding(tx, userId)
  const still = await readRows(tx, sql`select from (${erasable(cutoff)}) due where key = ${userId}`)
  if (still.length === 0) return
  await erasePerson(tx, personalData, userId)
  await announceChange(tx, 'user', userId)
}
