import { eq } from 'drizzle-orm'
import type { TraceFindings } from '@slipstream/contract/trace-terms'
import type { TraceRow, TraceView } from '@slipstream/contract/traces'
import type { Db } from '@slipstream/db/client'
import { traces } from '@slipstream/db/tables/traces'
import { users } from '@slipstream/db/tables/users'
import { DomainError } from '#lib/domain-error.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { readPurchases } from './traced-purchase.service.ts'

const PAGE_SIZE = 10

const NEWEST: PageOrder = { name: 'newest', direction: 'desc', keys: [{ of: traces.id, type: 'integer' }] }

export const listTraces = (db: Db, after?: string) =>
  readPage(
    NEWEST,
    { after, size: PAGE_SIZE },
    (place, size) =>
      db
        .select({
          id: traces.id,
          fileName: traces.fileName,
          findings: traces.findings,
          failure: traces.failure,
          startedBy: users.username,
          createdAt: traces.createdAt,
          keys: keysOf(NEWEST),
        })
        .from(traces)
        .leftJoin(users, eq(users.id, traces.startedBy))
        .where(place)
        .orderBy(orderedBy(NEWEST))
        .limit(size),
    ({ id, fileName, findings, failure, startedBy, createdAt }): TraceRow => ({
      ...{ id, fileName, failure, startedBy },
      verdict: findings?.verdict ?? null,
      createdAt: createdAt.toISOString(),
    }),
  )

export const readTrace = async (db: Db, id: number): Promise<TraceView> => {
  const [row] = await db
    .select({ trace: traces, startedBy: users.username })
    .from(traces)
    .leftJoin(users, eq(users.id, traces.startedBy))
    .where(eq(traces.id, id))
  if (!row) throw new DomainError('traces.not_found')
  const { fileName, sizeBytes, sha256, findings, failure, createdAt, finishedAt } = row.trace
  return {
    ...{ id, fileName, sizeBytes, sha256, failure },
    findings: findings && withoutMarks(findings),
    purchases: await readPurchases(db, findings?.named ?? []),
    startedBy: row.startedBy,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

/** The marks stay in the database; the answer has the purchases that they belong to. */
const withoutMarks = ({ verdict, nextBest, threshold, expected, read, of, neededMarks, ...rest }: TraceFindings) => ({
  ...{ verdict, nextBest, threshold, expected, read, of, neededMarks },
  files: rest.files,
  unreadable: rest.unreadable,
  skipped: rest.skipped,
  scored: rest.scored,
  milliseconds: rest.milliseconds,
})
