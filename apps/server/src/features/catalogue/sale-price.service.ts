import { sql } from 'drizzle-orm'
import { type Cents, cents } from '@slipstream/contract/money'
import type { Tx } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { announceChange } from '#lib/cache/change-bus.ts'

interface SaleTerms {
  salePriceCents: number | null
  saleStartsAt: Date | null
  saleEndsAt: Date | null
}

/** The sale price right now, or null. A sale window may be open at either end. */
export const salePriceAt = ({ salePriceCents, saleStartsAt, saleEndsAt }: SaleTerms, now: Date): Cents | null => {
  if (salePriceCents === null) return null
  if (saleStartsAt && saleStartsAt > now) return null
  return saleEndsAt && saleEndsAt <= now ? null : cents(salePriceCents)
}

/** The same rule in SQL. */
export const isOnSale = sql`(${mods.salePriceCents} is not null
  and (${mods.saleStartsAt} is null or ${mods.saleStartsAt} <= now())
  and (${mods.saleEndsAt} is null or ${mods.saleEndsAt} > now()))`

export const priceNow = sql`case when ${isOnSale} then ${mods.salePriceCents} else ${mods.priceCents} end`

/** Updates the sort price of mods whose sale began or ended. Returns those mods. */
export const applyDueSales = async (tx: Tx): Promise<number[]> => {
  const turned = await tx
    .update(mods)
    .set({ currentPriceCents: priceNow })
    .where(sql`${mods.salePriceCents} is not null and ${mods.currentPriceCents} <> ${priceNow}`)
    .returning({ id: mods.id })
  if (turned.length > 0) await announceChange(tx, 'mods')
  return turned.map(({ id }) => id)
}
