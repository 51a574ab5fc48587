import { and, eq } from 'drizzle-orm'
import type { DownloadNote } from '@slipstream/contract/locker'
import type { Db } from '@slipstream/db/client'
import { downloads } from '@slipstream/db/tables/locker'
import { mods } from '@slipstream/db/tables/mods'
import { behind, keysOf, orderedBy, type PageOrder, readCursor, toPage } from '#lib/lists/page-order.ts'

const PAGE_SIZE = 20

const NEWEST: PageOrder = { name: 'newest', direction: 'desc', keys: [{ of: downloads.id, type: 'integer' }] }

export const listDownloads = async (
  db: Db,
  userId: number,
  after?: string,
): Promise<{ items: DownloadNote[]; next: string | null }> => {
  const place = after === undefined ? null : readCursor([NEWEST], after).place
  const rows = await db
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
    .where(and(eq(downloads.userId, userId), place ? behind(NEWEST, place) : undefined))
    .orderBy(orderedBy(NEWEST))
    .limit(PAGE_SIZE + 1)
  const { items, next } = toPage(NEWEST, rows, PAGE_SIZE)
  return {
    items: items.map(({ id, modId, title, version, at }) => ({ id, modId, title, version, at: at.toISOString() })),
    next,
  }
}
