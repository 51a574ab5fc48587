import type { DashboardDays } from '@slipstream/contract/analytics-terms'
import type { DashboardFigures, TopMod } from '@slipstream/contract/analytics'
import { cents } from '@slipstream/contract/money'
import { inArray, sql } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { coverColumns, coverOf, type PublicObjects, toPicture } from '#features/catalogue/mod-cards.service.ts'
import { readMembers } from '#features/subscriptions/admin-subscriptions.service.ts'
import { readQueueNow } from '#features/tickets/admin/support-overview.service.ts'
import { alignDays, readBoth, readSalesByDay, sumOf, toSales } from './sales-by-day.service.ts'
import { readMods } from './sales-parts.service.ts'
import { addDays, type Days, readPeriods, readToday, type StoreClock } from './store-days.service.ts'

const WEEK_DAYS = 7

/** The last `count` days including today, compared with the same number of days before them. */
const lastDays = (today: string, count: number): Days => ({ from: addDays(today, 1 - count), to: today, shift: count })

export const readDashboard = async (db: Db, clock: StoreClock, length: DashboardDays): Promise<DashboardFigures> => {
  const { today, monday } = await readToday(db, clock)
  const days = lastDays(today, Number(length))
  const { now, before } = await readBoth(db, clock.timeZone, await readPeriods(db, clock, days))
  // The previous week ends at this time of the same weekday. Today is compared with that day, too.
  const week = await readPeriods(db, clock, { from: monday, to: today, shift: WEEK_DAYS })
  const lastWeek = await readSalesByDay(db, clock.timeZone, week.before)
  const [members, queue] = [await readMembers(db), await readQueueNow(db)]
  return {
    timeZone: clock.timeZone,
    at: clock.now.toISOString(),
    today: { now: toSales(now.get(today)), before: toSales(lastWeek.get(addDays(today, -WEEK_DAYS))) },
    week: { now: sumOf(now, monday), before: sumOf(lastWeek) },
    period: { now: sumOf(now), before: sumOf(before) },
    days: alignDays(days, now, before),
    premium: { members: members.active, monthlyCents: members.monthlyCents },
    tickets: { open: queue.late + queue.soon + queue.later, late: queue.late },
  }
}

const TOP_MODS = 6

export const readTopMods = async (
  db: Db,
  objects: PublicObjects,
  clock: StoreClock,
  length: DashboardDays,
): Promise<TopMod[]> => {
  const { today } = await readToday(db, clock)
  const periods = await readPeriods(db, clock, lastDays(today, Number(length)))
  const sold = (await readMods(db, periods.now))
    .map(({ id, name, units, paid, refunded }) => ({ id, title: name, units, net: paid - refunded }))
    .sort((one, other) => other.net - one.net || one.id - other.id)
    .slice(0, TOP_MODS)
  if (sold.length === 0) return []
  const before = new Map((await readMods(db, periods.before)).map((row) => [row.id, row.paid - row.refunded]))
  const ids = sold.map(({ id }) => id)
  const pictures = await readCovers(db, objects, ids)
  return sold.map(({ net, ...mod }) => ({
    ...mod,
    picture: pictures.get(mod.id) ?? null,
    netCents: cents(net),
    beforeCents: cents(before.get(mod.id) ?? 0),
  }))
}

const readCovers = async (db: Db, objects: PublicObjects, ids: number[]) => {
  const cover = coverOf(db)
  const rows = await db
    .select({ id: mods.id, cover: coverColumns(cover) })
    .from(mods)
    .leftJoinLateral(cover, sql`true`)
    .where(inArray(mods.id, ids))
  return new Map(rows.map(({ id, cover: picture }) => [id, picture && toPicture(objects, picture)]))
}
