import { eq, inArray, sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { coupons } from '@slipstream/db/tables/coupons'
import { categories, mods } from '@slipstream/db/tables/mods'
import { ledgerEntries } from '@slipstream/db/tables/payments'
import { type Span, within } from '#lib/span.ts'
import { PARTS_OF_SALES, type PartOfSales, partsFrom } from './sale-entries.ts'

export interface PartRow {
  /** Null for Premium and countries, which have no id. */
  id: number | null
  name: string
  units: number
  /** In cents, like `refunded`, and from the ledger. */
  paid: number
  discount: number
  refunded: number
}

export interface ModRow extends PartRow {
  id: number
  categoryId: number
  categoryName: string
}

type Sum = Omit<PartRow, 'id'>

/** The sums of a span. `name` is the id of a mod or coupon, or a country code. */
export const readPartSums = async (db: Db, span: Span, wanted: readonly PartOfSales[] = PARTS_OF_SALES) => {
  const rows = await readRows<Sum & { part: PartOfSales }>(db, partsFrom(span, wanted))
  const sums: Record<PartOfSales, Sum[]> = { mod: [], coupon: [], country: [] }
  for (const { part, ...sum } of rows) sums[part].push(sum)
  return sums
}

const idsOf = (sums: readonly Sum[]) => sums.map(({ name }) => Number(name))

export const nameMods = async (db: Db, sums: readonly Sum[]): Promise<ModRow[]> => {
  const named = await db
    .select({ id: mods.id, name: mods.title, categoryId: categories.id, categoryName: categories.name })
    .from(mods)
    .innerJoin(categories, eq(categories.id, mods.categoryId))
    .where(inArray(mods.id, idsOf(sums)))
    .orderBy(mods.id)
  return join(sums, named)
}

export const nameCoupons = async (db: Db, sums: readonly Sum[]): Promise<PartRow[]> => {
  const named = await db
    .select({ id: coupons.id, name: coupons.code })
    .from(coupons)
    .where(inArray(coupons.id, idsOf(sums)))
    .orderBy(coupons.id)
  return join(sums, named)
}

const join = <Named extends { id: number; name: string }>(sums: readonly Sum[], named: readonly Named[]) => {
  const names = new Map(named.map((one) => [String(one.id), one]))
  return sums.flatMap((sum) => {
    const one = names.get(sum.name)
    return one ? [{ ...sum, ...one }] : []
  })
}

export const readMods = async (db: Db, span: Span) => nameMods(db, (await readPartSums(db, span, ['mod'])).mod)

/** Premium belongs to no mod. */
export const readPremium = async (db: Db, span: Span): Promise<PartRow> => {
  const [row] = await readRows<Pick<PartRow, 'units' | 'paid' | 'refunded'>>(
    db,
    sql`
    select count(*) filter (where kind = 'payment')::int as units,
      coalesce(sum(amount_cents) filter (where kind = 'payment'), 0)::float8 as paid,
      coalesce(-sum(amount_cents) filter (where kind <> 'payment'), 0)::float8 as refunded
    from ${ledgerEntries} where subscription_id is not null and ${within('at', span)}`,
  )
  return { id: null, name: 'Premium', discount: 0, ...(row ?? { units: 0, paid: 0, refunded: 0 }) }
}
