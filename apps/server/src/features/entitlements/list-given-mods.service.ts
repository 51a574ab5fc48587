import { aliasedTable, and, eq, ilike, type SQL, sql } from 'drizzle-orm'
import type { GivenMod } from '@slipstream/contract/orders-admin'
import type { Db } from '@slipstream/db/client'
import { auditLog } from '@slipstream/db/tables/audit'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { mods } from '@slipstream/db/tables/mods'
import { users } from '@slipstream/db/tables/users'
import { likePattern } from '#lib/lists/like-pattern.ts'
import { behind, keysOf, orderedBy, type PageOrder, readCursor, toPage } from '#lib/lists/page-order.ts'

const PER_PAGE = 50

const NEWEST: PageOrder = { name: 'given', direction: 'desc', keys: [{ of: auditLog.id, type: 'integer' }] }

const givers = aliasedTable(users, 'givers')

/**
 * Gifts are read from the audit log, the only place that says who gave them and why; among all entitlements they are
 * few.
 */
export const listGivenMods = async (db: Db, { q, after }: { q?: string | undefined; after?: string | undefined }) => {
  const place = after === undefined ? undefined : behind(NEWEST, readCursor([NEWEST], after).place)
  // Contains both names as they were when the mod was given.
  const named = q === undefined ? undefined : ilike(auditLog.subjectName, likePattern(q))
  const { items, next } = toPage(NEWEST, await readRows(db, and(named, place)), PER_PAGE)
  return { items: items.map(toGivenMod), next }
}

const readRows = (db: Db, where: SQL | undefined) =>
  db
    .select({
      id: entitlements.id,
      userId: entitlements.userId,
      username: users.username,
      modId: entitlements.modId,
      title: mods.title,
      reason: sql<string>`${auditLog.after} ->> 'reason'`,
      by: givers.username,
      givenAt: entitlements.grantedAt,
      firstDownloadedAt: entitlements.firstDownloadedAt,
      revokedAt: entitlements.revokedAt,
      revokeReason: entitlements.revokeReason,
      keys: keysOf(NEWEST),
    })
    .from(auditLog)
    .innerJoin(entitlements, sql`${entitlements.id} = ${auditLog.subjectId}::int`)
    .innerJoin(users, eq(users.id, entitlements.userId))
    .innerJoin(mods, eq(mods.id, entitlements.modId))
    .innerJoin(givers, eq(givers.id, auditLog.actorId))
    .where(and(eq(auditLog.subject, 'entitlement'), eq(auditLog.action, 'grant'), where))
    .orderBy(orderedBy(NEWEST))
    .limit(PER_PAGE + 1)
type Row = Awaited<ReturnType<typeof readRows>>[number]

const toGivenMod = (row: Row): GivenMod => ({
  ...row,
  givenAt: row.givenAt.toISOString(),
  firstDownloadedAt: row.firstDownloadedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})
