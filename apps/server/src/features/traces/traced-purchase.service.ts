import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { TraceFindings } from '@slipstream/contract/trace-terms'
import type { TracedPurchase } from '@slipstream/contract/traces'
import type { Db } from '@slipstream/db/client'
import { copyMarks } from '@slipstream/db/tables/copies'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { downloads } from '@slipstream/db/tables/locker'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { orderItems, orders } from '@slipstream/db/tables/orders'
import { users } from '@slipstream/db/tables/users'
import { readSignals } from './signals.service.ts'

const DOWNLOADS_SHOWN = 5

/**
 * What is known about the purchases that a trace named. Looked up on every read, so that an erased account has no name.
 */
export const readPurchases = async (db: Db, named: TraceFindings['named']): Promise<TracedPurchase[]> => {
  if (named.length === 0) return []
  const marks = await readMarks(
    db,
    named.map(({ markId }) => markId),
  )
  const releases = await db
    .select({ id: modReleases.id, version: modReleases.version })
    .from(modReleases)
    .where(
      inArray(
        modReleases.id,
        named.map(({ releaseId }) => releaseId),
      ),
    )
  const found: TracedPurchase[] = []
  for (const { markId, releaseId, ...evidence } of named) {
    const mark = marks.find(({ id }) => id === markId)
    if (!mark) continue
    const version = releases.find(({ id }) => id === releaseId)?.version ?? ''
    found.push({ ...evidence, version, ...(await toPurchase(db, mark)) })
  }
  return found
}

const readMarks = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: copyMarks.id,
      userId: copyMarks.userId,
      markedAt: copyMarks.createdAt,
      modId: mods.id,
      title: mods.title,
      source: entitlements.source,
      grantedAt: entitlements.grantedAt,
      orderNumber: orders.number,
      paidCents: orderItems.paidCents,
      username: users.username,
      email: users.email,
      isErased: sql<boolean>`${users.erasedAt} is not null`,
    })
    .from(copyMarks)
    .innerJoin(mods, eq(mods.id, copyMarks.modId))
    .innerJoin(users, eq(users.id, copyMarks.userId))
    .leftJoin(entitlements, eq(entitlements.id, copyMarks.entitlementId))
    .leftJoin(orderItems, eq(orderItems.id, entitlements.orderItemId))
    .leftJoin(orders, eq(orders.id, orderItems.orderId))
    .where(inArray(copyMarks.id, [...ids]))
    .orderBy(copyMarks.id)
type MarkRow = Awaited<ReturnType<typeof readMarks>>[number]

const toPurchase = async (db: Db, mark: MarkRow) => {
  const { userId, modId } = mark
  return {
    modId,
    title: mark.title,
    source: mark.source ?? ('premium' as const),
    orderNumber: mark.orderNumber,
    paidCents: mark.paidCents,
    since: (mark.grantedAt ?? mark.markedAt).toISOString(),
    user: mark.isErased ? null : { id: userId, username: mark.username, email: mark.email },
    downloads: await readDownloads(db, userId, modId),
    signals: mark.isErased ? [] : await readSignals(db, userId, modId),
  }
}

const readDownloads = async (db: Db, userId: number, modId: number) => {
  const rows = await db
    .select({ at: downloads.at })
    .from(downloads)
    .where(and(eq(downloads.userId, userId), eq(downloads.modId, modId)))
    .orderBy(desc(downloads.id))
    .limit(DOWNLOADS_SHOWN)
  return rows.map(({ at }) => at.toISOString())
}
