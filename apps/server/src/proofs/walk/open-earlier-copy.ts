import { sql } from 'drizzle-orm'
import { type Db, openDatabase, readRows } from '@slipstream/db/client'
import { PERSONAL_DATA } from '#all-personal-data.ts'
import type { Config } from '#config.ts'
import { erasePerson } from '#features/account/personal-data.service.ts'
import { noteNumbers } from '#features/backups/number-marks.ts'
import { openCopy } from '#features/backups/open-copy.service.ts'
import { silenceCopy } from '#features/backups/restore.service.ts'
import { openStripe } from '#gateways/stripe.ts'

/** The storage outlives the database: it has the numbers drawn and the accounts erased since the backup. */
export const readOutside = async (db: Db) => {
  let kept: Buffer = Buffer.alloc(0)
  const storage = {
    sizeOfPrivate: async () => (kept.length > 0 ? kept.length : null),
    readPrivate: async () => kept,
    putPrivate: async (_: string, bytes: Buffer) => {
      kept = bytes
    },
  }
  await noteNumbers(db, storage)
  const erasures = await readRows<{ accountId: number; erasedAt: string }>(
    db,
    sql`
    select id as "accountId", to_char(erased_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "erasedAt"
    from users where erased_at is not null`,
  )
  return { storage, erasures }
}

/** Silences a restored copy and opens it, as an operator does. */
export const openEarlierCopy = async (
  config: Config,
  { storage, erasures }: Awaited<ReturnType<typeof readOutside>>,
) => {
  await silenceCopy(config.databaseUrl, 'the walk', {
    erase: (tx, userId) => erasePerson(tx, PERSONAL_DATA, userId),
    say: () => {},
    erasures,
  })
  const { db, close } = openDatabase({
    url: config.databaseUrl,
    applicationName: 'slipstream-restore',
    maxConnections: 1,
    onIdleError: () => {},
  })
  try {
    await openCopy({ db, storage, stripe: openStripe(config) })
  } finally {
    await close()
  }
}
