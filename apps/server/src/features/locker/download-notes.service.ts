import { and, eq } from 'drizzle-orm'
import type { DownloadNote } from '@slipstream/contract/locker'
import type { Db } from '@slipstream/db/client'
import { downloads } from '@slipstream/db/tables/locker'
import { mods } from '@slipstream/db/tables/mods'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'

const PAGE_SIZE = 20

const NEWEST: PageOrder = { name: 'newest', direction: 'desc', keys: [{ of: downloads.id, type: 'integer' }] }

export const listDownloads = (db: Db, userId: number, after?: string) =>
  readPage(
    NEWEST,
    { after, size: PAGE_SIZE },
    (place, size) =>
      db
        .select({
          id: downloads.id,
          modId: downloads.modId,
          title: mods.title,
          version: downloads.version,
          at: downloads.at,
          keys: keysOf(NEWEST),
        })
        .from(downloads)
        .innerJoin(mods, eq(mods.id, downloads.modId))
        .where(and(eq(downloads.userId, userId), place))
        .orderBy(orderedBy(NEWEST))
        .limit(size),
    ({ id, modId, title, version, at }): DownloadNote => ({ id, modId, title, version, at: at.toISOString() }),
  )
