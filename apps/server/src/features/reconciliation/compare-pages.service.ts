import { and, asc, gte, inArray, lt, sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { ledgerEntries } from '@slipstream/db/tables/payments'

/** Ledger entries per query. */
const AT_ONCE = 1_000
/** With this many differences, listing more would not help. */
const MOST_DIFFERENCES = 1_000
/** Entries looked for a second time. With more, Stripe's list is not the one that the ledger was written from. */
const MOST_UNMATCHED = 20_000

export interface Period {
  since: Date
  /** Newer movements may not have reached us yet. */
  until: Date
}

export type Kind = (typeof ledgerEntries.$inferSelect)['kind']

export interface Movement {
  kind: Kind
  stripeId: string
  /** The payment at Stripe that it is about, if Stripe's list says so. */
  payment?: string
  amountCents: number
  at: Date
}

/** A page of one of Stripe's lists, and the time of its last item. */
export interface MovementPage {
  movements: Movement[]
  readTo: Date
}

interface List {
  /** The kinds of entries that this list of Stripe's is about. */
  kinds: Kind[]
  /** Newest first. */
  pages: () => AsyncIterable<MovementPage>
}

interface Tally {
  theirCents: number
  notInLedger: Movement[]
  notAtStripe: Movement[]
}

/**
 * Compares one of Stripe's lists with the ledger. Both are read newest first and in step, a page at a time, so memory
 * holds a page however long the period is.
 */
export const compareList = async (db: Db, { since, until }: Period, { kinds, pages }: List): Promise<Tally> => {
  const tally: Tally = { theirCents: 0, notInLedger: [], notAtStripe: [] }
  const unmatched = new Map<string, Movement>()
  let waiting: Movement[] = []
  let end = until

  /** Everything at Stripe from `from` on has been read. */
  const compareSlice = async (from: Date) => {
    const atStripe = amountsOf(waiting)
    for await (const rows of ledgerPages(db, kinds, { since: from, until: end })) {
      for (const row of rows) {
        const isUnmatched = atStripe.get(nameOf(row)) !== row.amountCents
        if (isUnmatched && unmatched.size < MOST_UNMATCHED) unmatched.set(nameOf(row), row)
      }
    }
    waiting = waiting.filter(({ at }) => at < from)
    end = from
  }

  for await (const { movements, readTo } of pages()) {
    const booked = await findBooked(db, movements)
    const missing = movements.filter((one) => booked.get(nameOf(one)) !== one.amountCents)
    tally.notInLedger.push(...missing.slice(0, MOST_DIFFERENCES - tally.notInLedger.length))
    tally.theirCents += movements.reduce((sum, { amountCents }) => sum + amountCents, 0)
    waiting.push(...movements)
    // The next page may go on within the same second.
    const complete = new Date(readTo.getTime() + 1_000)
    if (complete < end) await compareSlice(complete)
  }
  await compareSlice(since)
  if (unmatched.size > 0 && unmatched.size < MOST_UNMATCHED) await forgetFound(unmatched, pages())
  return { ...tally, notAtStripe: [...unmatched.values()].slice(0, MOST_DIFFERENCES) }
}

/**
 * Looks through the list once more for entries that were at Stripe under another time, or reached it since their page
 * was read.
 */
const forgetFound = async (unmatched: Map<string, Movement>, pages: AsyncIterable<MovementPage>) => {
  for await (const { movements } of pages) {
    for (const one of movements) {
      if (unmatched.get(nameOf(one))?.amountCents === one.amountCents) unmatched.delete(nameOf(one))
    }
  }
}

const nameOf = ({ kind, stripeId }: Pick<Movement, 'kind' | 'stripeId'>) => `${kind} ${stripeId}`

const amountsOf = (movements: readonly Movement[]) => new Map(movements.map((one) => [nameOf(one), one.amountCents]))

const within = ({ since, until }: Period) => and(gte(ledgerEntries.at, since), lt(ledgerEntries.at, until))

async function* ledgerPages(db: Db, kinds: Kind[], period: Period): AsyncGenerator<Movement[]> {
  const { id, at } = ledgerEntries
  let after = sql`true`
  for (;;) {
    const rows = await db
      .select()
      .from(ledgerEntries)
      .where(and(inArray(ledgerEntries.kind, kinds), within(period), after))
      .orderBy(asc(at), asc(id))
      .limit(AT_ONCE)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = sql`(${at}, ${id}) > (${last.at.toISOString()}::timestamptz, ${last.id})`
  }
}

const findBooked = async (db: Db, movements: readonly Movement[]) => {
  const ids = movements.map(({ stripeId }) => stripeId)
  return amountsOf(await db.select().from(ledgerEntries).where(inArray(ledgerEntries.stripeId, ids)))
}

export const sumOfLedger = async (db: Db, { since, until }: Period): Promise<number> => {
  const [row] = await readRows<{ sum: number }>(
    db,
    sql`select coalesce(sum(amount_cents), 0)::float8 as sum from ${ledgerEntries}
      where at >= ${since.toISOString()}::timestamptz and at < ${until.toISOString()}::timestamptz`,
  )
  return row?.sum ?? 0
}
