import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Db, inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import type { Storage } from '#gateways/storage.ts'

/** Stored outside the database, because a restored backup brings erased people back. Contains no names. */
const Erasure = z.object({ accountId: z.number().int(), erasedAt: z.iso.datetime() })
export type Erasure = z.output<typeof Erasure>

const FOLDER = 'erasures/'
const keyOf = ({ accountId, erasedAt }: Erasure) => `${FOLDER}${erasedAt.replaceAll(/[:.]/g, '-')}-${accountId}.json`

export const noteErasure = (storage: Storage, erasure: Erasure) =>
  storage.putPrivate(keyOf(erasure), Buffer.from(JSON.stringify(erasure)), 'application/json')

export const listErasures = async (storage: Storage): Promise<Erasure[]> => {
  const found: Erasure[] = []
  for await (const page of storage.list('private', FOLDER)) {
    for (const { key } of page) {
      const size = await storage.sizeOfPrivate(key)
      if (size !== null) found.push(Erasure.parse(JSON.parse((await storage.readPrivate(key, 0, size)).toString())))
    }
  }
  return found
}

/**
 * Repeats the erasures made after the backup. An account created after the erasure is somebody else with the same
 * id, because a restored database may assign an id a second time if it was first assigned after the backup.
 */
export const replayErasures = async (
  db: Db,
  erasures: readonly Erasure[],
  erase: (tx: Tx, userId: number) => Promise<void>,
) => {
  let replayed = 0
  for (const { accountId, erasedAt } of erasures) {
    const returned = await readRows(
      db,
      sql`select from ${users} where id = ${accountId} and erased_at is null and created_at < ${erasedAt}::timestamptz`,
    )
    if (returned.length === 0) continue
    await inTransaction(db, (tx) => erase(tx, accountId))
    replayed += 1
  }
  return replayed
}
