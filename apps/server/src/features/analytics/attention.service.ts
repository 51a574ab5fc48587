import { sql } from 'drizzle-orm'
import { ATTENTION_KINDS, type AttentionKind } from '@slipstream/contract/analytics-terms'
import type { Attention, AttentionList } from '@slipstream/contract/analytics'
import { SUPPORT_RESPONSE_HOURS } from '@slipstream/contract/legal'
import { cents } from '@slipstream/contract/money'
import { type Db, readRows } from '@slipstream/db/client'
import { incidents } from '@slipstream/db/tables/alerts'
import { refundRequests } from '@slipstream/db/tables/order-history'
import { orders } from '@slipstream/db/tables/orders'
import { disputes } from '@slipstream/db/tables/payments'
import { reviews } from '@slipstream/db/tables/reviews'
import { tickets } from '@slipstream/db/tables/tickets'
import { backupsAlerts } from '#features/backups/backups.alerts.ts'
import { readGameVersion } from '#features/catalogue/game-versions.service.ts'
import { latestMoneyCheck } from '#features/reconciliation/money-check.service.ts'
import { countDeadJobs } from '#lib/jobs/jobs.ts'
import { IS_LATE, IS_UNANSWERED, notReadyMods } from './waiting.service.ts'

interface Viewer {
  isDeveloper: boolean
}

interface Parts {
  db: Db
  backupKey: string | null
}

type Found = Partial<Omit<Attention, 'kind' | 'amountCents' | 'dueAt' | 'since'>> & {
  count: number
  amount?: number | null
  due?: string | null
  oldest?: string | null
}

type Check = (parts: Parts, viewer: Viewer) => Promise<Found | null>

/** A check returns null if this viewer cannot act on it, or if it does not apply to this store. */
const CHECKS: Record<AttentionKind, Check> = {
  money_check: async ({ db }) => {
    const check = await latestMoneyCheck(db)
    if (!check) return null
    return { count: check.isRight ? 0 : Math.max(1, check.differences.length), oldest: check.checkedAt }
  },
  // Incidents are handled on the developer's page, which nobody else can open.
  incidents: ({ db }, { isDeveloper }) =>
    isDeveloper
      ? first(
          db,
          sql`select count(*)::int as count, min(opened_at)::text as oldest
            from ${incidents} where ended_at is null and opened_at is not null`,
        )
      : Promise.resolve(null),
  backup: async ({ db, backupKey }) => {
    if (backupKey === null) return null
    const { signal } = new AbortController()
    const problems = await Promise.all(backupsAlerts({ db, backupKey }).map(({ find }) => find(signal)))
    return { count: problems.flat().length }
  },
  disputes: ({ db }) =>
    first(
      db,
      sql`select count(*)::int as count, sum(d.amount_cents)::float8 as amount, min(d.evidence_due_at)::text as due,
          min(d.opened_at)::text as oldest, case when count(*) = 1 then min(o.number) end as subject
        from ${disputes} d join ${orders} o on o.id = d.order_id
        where ${IS_UNANSWERED}`,
    ),
  refund_requests: ({ db }) =>
    first(
      db,
      sql`select count(*)::int as count, sum(o.total_cents)::float8 as amount, min(r.created_at)::text as oldest,
          (min(r.created_at) + make_interval(hours => ${Number(SUPPORT_RESPONSE_HOURS.refunds)}))::text as due,
          case when count(*) = 1 then min(o.number) end as subject
        from ${refundRequests} r join ${orders} o on o.id = r.order_id where r.state = 'open'`,
    ),
  tickets: ({ db }) =>
    first(db, sql`select count(*)::int as count, min(due_at)::text as due from ${tickets} where ${IS_LATE}`),
  jobs: async ({ db }) => ({ count: await countDeadJobs(db) }),
  compatibility: async ({ db }) => {
    const version = await readGameVersion(db)
    if (version === null) return null
    return { ...(await readNotReady(db, version)), subject: version }
  },
  reviews: ({ db }) =>
    first(
      db,
      sql`select count(*)::int as count, min(created_at)::text as oldest from ${reviews} where status = 'pending'`,
    ),
  reported_reviews: ({ db }) =>
    first(db, sql`select count(*)::int as count from ${reviews} where open_reports > 0 and status <> 'pending'`),
}

const first = async (db: Db, query: ReturnType<typeof sql>): Promise<Found> => {
  const [row] = await readRows<Found & Record<string, unknown>>(db, query)
  return row ?? { count: 0 }
}

const readNotReady = (db: Db, version: string) => first(db, sql`select count(*)::int as count ${notReadyMods(version)}`)

const toInstant = (at: string | null | undefined) => (at ? new Date(at).toISOString() : null)

export const readAttention = async (parts: Parts, viewer: Viewer): Promise<AttentionList> => {
  const found: Attention[] = []
  for (const kind of ATTENTION_KINDS) {
    const result = await CHECKS[kind](parts, viewer)
    if (result) found.push(toAttention(kind, result))
  }
  const items = found.filter(({ count }) => count > 0)
  return {
    items: items.sort((one, other) => deadlineOf(one) - deadlineOf(other)),
    clear: found.filter(({ count }) => count === 0).map(({ kind }) => kind),
  }
}

const toAttention = (kind: AttentionKind, { count, amount, due, oldest, subject }: Found): Attention => ({
  kind,
  count,
  amountCents: amount ? cents(amount) : null,
  dueAt: toInstant(due),
  since: toInstant(oldest),
  subject: subject ?? null,
})

/** Failed money checks, incidents and backup problems come first. Other items without a deadline come last. */
const AT_ONCE: readonly AttentionKind[] = ['money_check', 'incidents', 'backup']

const deadlineOf = ({ kind, dueAt }: Attention) => {
  if (AT_ONCE.includes(kind)) return 0
  return dueAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(dueAt)
}
