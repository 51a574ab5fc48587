import type { Db } from '@slipstream/db/client'
import { gameVersions } from '@slipstream/db/tables/mod-releases'

const collator = new Intl.Collator('en', { numeric: true })

/** Versions compare number by number: 0.36 is newer than 0.9. */
export const newestFirst = (one: string, other: string) => collator.compare(other, one)

/** The announced versions, newest first, regardless of when they were announced. */
export const readGameVersions = async (db: Db) => {
  const rows = await db.select().from(gameVersions)
  return rows.sort((one, other) => newestFirst(one.version, other.version))
}

/** The version that players have: the newest one. Null until one is announced. */
export const readGameVersion = async (db: Db): Promise<string | null> => {
  const [newest] = await readGameVersions(db)
  return newest?.version ?? null
}
