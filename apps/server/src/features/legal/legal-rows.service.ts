import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { LegalVersion } from '@slipstream/contract/legal-admin'
import { BUILT_IN_NUMBER, type LegalDocument } from '@slipstream/contract/legal-terms'
import type { Db } from '@slipstream/db/client'
import { legalVersions } from '@slipstream/db/tables/legal'
import { users } from '@slipstream/db/tables/users'
import { BUILT_IN } from '@slipstream/legal-text/built-in'

declare module '#lib/cache/change-bus.ts' {
  interface Topics {
    legal: unknown
  }
}

export type VersionRow = typeof legalVersions.$inferSelect & { publisher: string | null }

/** Published versions with the names of their publishers. */
const selectVersions = (db: Db) =>
  db
    .select({ row: legalVersions, publisher: users.username })
    .from(legalVersions)
    .leftJoin(users, eq(users.id, legalVersions.publishedBy))
    .$dynamic()

/** The version that applied at a time; null while it was the built-in text. */
export const readVersionAt = async (db: Db, document: LegalDocument, at: Date): Promise<VersionRow | null> => {
  const [found] = await selectVersions(db)
    .where(
      and(eq(legalVersions.document, document), isNull(legalVersions.withdrawnAt), lte(legalVersions.effectiveAt, at)),
    )
    .orderBy(desc(legalVersions.effectiveAt))
    .limit(1)
  return found ? { ...found.row, publisher: found.publisher } : null
}

/** The next version that will apply; null if none is published. */
export const readUpcoming = async (db: Db, document: LegalDocument): Promise<VersionRow | null> => {
  const [found] = await selectVersions(db)
    .where(
      and(
        eq(legalVersions.document, document),
        isNull(legalVersions.withdrawnAt),
        sql`${legalVersions.effectiveAt} > clock_timestamp()`,
      ),
    )
    .orderBy(legalVersions.effectiveAt)
    .limit(1)
  return found ? { ...found.row, publisher: found.publisher } : null
}

export const readVersion = async (db: Db, document: LegalDocument, number: number): Promise<VersionRow | null> => {
  const [found] = await selectVersions(db).where(
    and(eq(legalVersions.document, document), eq(legalVersions.number, number)),
  )
  return found ? { ...found.row, publisher: found.publisher } : null
}

export const bodyOf = (document: LegalDocument, row: VersionRow | null) => row?.body ?? BUILT_IN[document]

const BUILT_IN_VERSION = {
  number: BUILT_IN_NUMBER,
  effectiveAt: null,
  publishedAt: null,
  publishedBy: null,
  note: '',
}

/** A version as staff see it. `current` is the number of the version that applies now. */
export const toVersion = (row: VersionRow | null, current: number): LegalVersion => {
  if (!row) return { ...BUILT_IN_VERSION, state: current === BUILT_IN_NUMBER ? 'current' : 'built-in' }
  return {
    number: row.number,
    state: stateOf(row, current),
    effectiveAt: row.effectiveAt.toISOString(),
    publishedAt: row.publishedAt.toISOString(),
    publishedBy: row.publisher,
    note: row.note,
  }
}

const stateOf = ({ number, withdrawnAt, effectiveAt }: VersionRow, current: number) => {
  if (withdrawnAt) return 'withdrawn'
  if (number === current) return 'current'
  return effectiveAt.getTime() > Date.now() ? 'upcoming' : 'earlier'
}
