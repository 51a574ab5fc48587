import type { Comparison, SalesPart } from '@slipstream/contract/analytics-terms'
import type { ReportQuery, SalesPartRow, SalesParts, SalesReport } from '@slipstream/contract/analytics-sales'
import { cents } from '@slipstream/contract/money'
import type { Db } from '@slipstream/db/client'
import type { Cell, CsvFile } from '#lib/lists/csv.ts'
import type { Span } from '#lib/span.ts'
import { readRange } from './report-days.service.ts'
import { alignDays, readBoth, readSalesByDay, sumOf } from './sales-by-day.service.ts'
import { type ModRow, type PartRow, nameCoupons, nameMods, readPartSums, readPremium } from './sales-parts.service.ts'
import type { StoreClock } from './store-days.service.ts'

export const readReport = async (db: Db, clock: StoreClock, query: ReportQuery): Promise<SalesReport> => {
  const { days, periods, head } = await readRange(db, clock, query)
  const { now, before } = head.compared
    ? await readBoth(db, clock.timeZone, periods)
    : { now: await readSalesByDay(db, clock.timeZone, periods.now), before: null }
  return {
    ...head,
    now: sumOf(now),
    before: before && sumOf(before),
    days: alignDays(days, now, before),
  }
}

export const readParts = async (db: Db, clock: StoreClock, query: ReportQuery): Promise<SalesParts> => {
  const { now, before } = (await readRange(db, clock, query)).periods
  const [current, earlier] = [await readAll(db, now), query.compare === 'none' ? null : await readAll(db, before)]
  return {
    mods: [...joined(current.mods, earlier?.mods), ...premiumRows(current.premium, earlier?.premium)],
    categories: [
      ...joined(byCategory(current.mods), earlier && byCategory(earlier.mods)),
      ...premiumRows(current.premium, earlier?.premium),
    ],
    coupons: joined(current.coupons, earlier?.coupons),
    countries: joined(current.countries, earlier?.countries),
  }
}

const readAll = async (db: Db, span: Span) => {
  const { mod, coupon, country } = await readPartSums(db, span)
  return {
    mods: await nameMods(db, mod),
    coupons: await nameCoupons(db, coupon),
    countries: country.map((sum) => ({ id: null, ...sum })),
    premium: await readPremium(db, span),
  }
}

const byCategory = (rows: readonly ModRow[]): PartRow[] => {
  const sums = new Map<number, PartRow>()
  for (const { categoryId, categoryName, units, paid, discount, refunded } of rows) {
    const sum = sums.get(categoryId) ?? {
      id: categoryId,
      name: categoryName,
      units: 0,
      paid: 0,
      discount: 0,
      refunded: 0,
    }
    sums.set(categoryId, {
      ...sum,
      units: sum.units + units,
      paid: sum.paid + paid,
      discount: sum.discount + discount,
      refunded: sum.refunded + refunded,
    })
  }
  return [...sums.values()]
}

const keyOf = ({ id, name }: PartRow) => id ?? name

const netOf = ({ paid, refunded }: Pick<PartRow, 'paid' | 'refunded'>) => paid - refunded

/** Highest net first. Rows that sold only in the previous period are listed too, so that a loss shows. */
const joined = (now: readonly PartRow[], before: readonly PartRow[] | null | undefined): SalesPartRow[] => {
  const known = new Set(now.map(keyOf))
  const gone = (before ?? []).filter((row) => !known.has(keyOf(row)))
  const earlier = before && new Map(before.map((row) => [keyOf(row), netOf(row)]))
  const empty = gone.map(({ id, name }) => ({ id, name, units: 0, paid: 0, discount: 0, refunded: 0 }))
  return [...now, ...empty]
    .map((row) => toPart(row, earlier ? (earlier.get(keyOf(row)) ?? 0) : null))
    .sort((one, other) => other.netCents - one.netCents || one.name.localeCompare(other.name))
}

const toPart = (row: PartRow, before: number | null): SalesPartRow => ({
  id: row.id,
  name: row.name,
  units: row.units,
  grossCents: cents(row.paid + row.discount),
  discountCents: cents(row.discount),
  refundCents: cents(row.refunded),
  netCents: cents(netOf(row)),
  beforeCents: before === null ? null : cents(before),
})

/** Empty if Premium was neither sold nor refunded in either period. */
const premiumRows = (now: PartRow, before: PartRow | undefined): SalesPartRow[] => {
  const isSold = [now, before].some((row) => row && (row.units > 0 || row.refunded > 0))
  return isSold ? [toPart(now, before ? netOf(before) : null)] : []
}

const HEADS: Record<SalesPart, string> = {
  day: 'Day',
  mod: 'Mod',
  category: 'Category',
  coupon: 'Coupon',
  country: 'Country',
}
/** Counted in units, because one order can contain several mods. */
const IN_UNITS = new Set<SalesPart>(['mod', 'category'])
const MONEY = ['Gross', 'Discounts', 'Refunds', 'Net']

export const exportReport = (db: Db, clock: StoreClock, query: ReportQuery & { by: SalesPart }): CsvFile => ({
  name: query.from === undefined ? `sales-by-${query.by}.csv` : `sales-by-${query.by}-${query.from}-to-${query.to}.csv`,
  columns: [HEADS[query.by], IN_UNITS.has(query.by) ? 'Units' : 'Orders', ...MONEY],
  rows: rowsOf(db, clock, query),
})

async function* rowsOf(
  db: Db,
  clock: StoreClock,
  { by, ...range }: ReportQuery & { by: SalesPart },
): AsyncGenerator<Cell[]> {
  const query = { ...range, compare: 'none' satisfies Comparison as Comparison }
  if (by === 'day') {
    for (const { day, now } of (await readReport(db, clock, query)).days) yield [day, now.orders, ...moneyOf(now)]
    return
  }
  const parts = await readParts(db, clock, query)
  const rows = { mod: parts.mods, category: parts.categories, coupon: parts.coupons, country: parts.countries }[by]
  for (const row of rows) yield [row.name, row.units, ...moneyOf(row)]
}

const moneyOf = (row: Pick<SalesPartRow, 'grossCents' | 'discountCents' | 'refundCents' | 'netCents'>): Cell[] =>
  [row.grossCents, row.discountCents, row.refundCents, row.netCents].map((amount) => amount / 100)
