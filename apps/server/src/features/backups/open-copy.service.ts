import { desc, eq, isNull, sql } from 'drizzle-orm'
import { NUMBER_SERIES } from '@slipstream/contract/number-series'
import { type Db, inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { numberGaps, restoredCopies } from '@slipstream/db/tables/backups'
import { orders } from '@slipstream/db/tables/orders'
import { recordChange } from '#features/audit/audit.service.ts'
import type { Storage } from '#gateways/storage.ts'
import type { StripeGateway } from '#gateways/stripe.ts'
import { readClock } from '#lib/database-clock.ts'
import { failpoint } from '#lib/failpoints.ts'
import { readMark } from './number-marks.ts'
import { bySeries, highest, isCounted, later, type Places, raisePlaces, readPlaces } from './number-series.ts'
import { releaseCopy } from './restored-copy.service.ts'
import { numbersAtStripe } from './stripe-numbers.ts'

/**
 * How many numbers of each series stay unused after a restore. The mark is at most a minute old, and a store that issues
 * more than this in a minute does not exist.
 */
export const LEFT_OUT = 1_000

interface OpenParts {
  db: Db
  storage: Pick<Storage, 'sizeOfPrivate' | 'readPrivate'>
  stripe: Pick<StripeGateway, 'isConfigured' | 'sessionPages' | 'refundPages'>
}

type Gap = typeof numberGaps.$inferSelect

/**
 * Makes a restored copy the store: no number that the lost store may have issued is issued again. Needs the storage and
 * Stripe, and can be repeated if it fails or is killed. Returns the booked gaps; null if there is no copy to open.
 */
export const openCopy = async (parts: OpenParts): Promise<Gap[] | null> => {
  const { db } = parts
  const [copy] = await db
    .select()
    .from(restoredCopies)
    .where(isNull(restoredCopies.releasedAt))
    .orderBy(desc(restoredCopies.id))
    .limit(1)
  if (!copy) return null
  const gaps = await bookGaps(parts, copy)
  failpoint('copy.gaps_booked')
  // The gaps are committed by now: opening again after a crash raises the series to the same places.
  await inTransaction(db, async (tx) => {
    await raisePlaces(tx, endsOf(gaps))
    await releaseCopy(tx)
    await recordOpening(tx, copy, gaps)
  })
  return gaps
}

type Copy = typeof restoredCopies.$inferSelect

const bookGaps = async ({ db, storage, stripe }: OpenParts, copy: Copy): Promise<Gap[]> => {
  const booked = await gapsOf(db, copy.id)
  if (booked.length > 0) return booked
  const restored = await readPlaces(db)
  const last = highest([
    restored,
    await readMark(storage),
    stripe.isConfigured ? await numbersAtStripe(stripe, await lastRestoredDay(db)) : {},
  ])
  // A series that restarts every year, or was never used, goes on in this year.
  const thisYear = (await readClock(db)).getUTCFullYear()
  const values = NUMBER_SERIES.map((series) => {
    const had = restored[series]
    const may = isCounted(series) ? later(last[series], { year: thisYear, place: 0 }) : last[series]
    const firstPlace = (had.year === may.year ? had.place : 0) + 1
    return {
      copyId: copy.id,
      series,
      year: may.year,
      firstPlace,
      lastPlace: may.place + LEFT_OUT,
      reason: reasonOf(copy, firstPlace, may.place),
    }
  })
  await inTransaction(db, (tx) => tx.insert(numberGaps).values(values).onConflictDoNothing())
  return gapsOf(db, copy.id)
}

const gapsOf = (db: Db, copyId: number) =>
  db.select().from(numberGaps).where(eq(numberGaps.copyId, copyId)).orderBy(numberGaps.id)

/** Payment pages are older than what was lost only if the clocks of the database and Stripe differ by a day. */
const lastRestoredDay = async (db: Db): Promise<Date | null> => {
  const [last] = await readRows<{ at: string | null }>(
    db,
    sql`select (max(created_at) - interval '1 day')::text as at from ${orders}`,
  )
  return last?.at ? new Date(last.at) : null
}

const reasonOf = ({ backupId, restoredAt }: Copy, first: number, last: number) => {
  const why = `The database was restored from ${backupId} on ${restoredAt.toISOString().slice(0, 10)}.`
  const lost = last >= first ? ` Numbers ${first} to ${last} may have been issued after that backup.` : ''
  return `${why}${lost} The next ${LEFT_OUT} stay unused for what was issued last.`
}

const endsOf = (gaps: readonly Gap[]): Partial<Places> =>
  bySeries((series) => {
    const gap = gaps.find((one) => one.series === series)
    return { year: gap?.year ?? 0, place: gap?.lastPlace ?? 0 }
  })

const recordOpening = (tx: Tx, { backupId }: Copy, gaps: readonly Gap[]) =>
  recordChange(tx, {
    actorId: null,
    action: 'open restored copy',
    subject: 'backup',
    subjectId: backupId,
    subjectName: backupId,
    after: Object.fromEntries(
      gaps.map(({ series, firstPlace, lastPlace }) => [series, `${firstPlace} to ${lastPlace}`]),
    ),
  })
