import { aliasedTable, and, eq, ilike, type SQL, sql } from 'drizzle-orm'
import type { GrantedMod } from '@slipstream/contract/orders-admin'
import type { Db } from '@slipstream/db/client'
import { auditLog } from '@slipstream/db/tables/audit'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { mods } from '@slipstream/db/tables/mods'
import { users } from '@slipstream/db/tables/users'
import { likePattern } from '#lib/lists/like-pattern.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'

const PER_PAGE = 50

const NEWEST: PageOrder = { name: 'granted', direction: 'desc', keys: [{ of: auditLog.id, type: 'integer' }] }

const givers = aliasedTable(users, 'givers')

/** Reads gifts from the audit log, the only record of the giver and the reason. */
export const listGrantedMods = (db: Db, { q, after }: { q?: string | undefined; after?: string | undefined }) => {
  // The subject's name contains the title and the username as they were when the mod was granted.
  const named = q === undefined ? undefined : ilike(auditLog.subjectName, likePattern(q))
  return readPage(
    NEWEST,
    { after, size: PER_PAGE },
    (place, size) => readRows(db, and(named, place), size),
    toGrantedMod,
  )
}

const readRows = (db: Db, where: SQL | undefined, size: number) =>
  db
    .select({
      id: entitlements.id,
      userId: entitlements.userId,
      username: users.username,
      modId: entitlements.modId,
      title: mods.title,
      reason: sql<string>`${auditLog.after} ->> 'reason'`,
      by: givers.username,
      grantedAt: entitlements.grantedAt,
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
    .limit(size)
type Row = Awaited<ReturnType<typeof readRows>>[number]

const toGrantedMod = (row: Row): GrantedMod => ({
  ...row,
  grantedAt: row.grantedAt.toISOString(),
  firstDownloadedAt: row.firstDownloadedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
})
