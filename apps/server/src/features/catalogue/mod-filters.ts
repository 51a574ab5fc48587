import { and, arrayOverlaps, eq, gte, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { ModFilters } from '@slipstream/contract/mods'
import type { Drivetrain } from '@slipstream/contract/spec-sheet'
import { categories, mods } from '@slipstream/db/tables/mods'
import { isPublished } from './mod-cards.service.ts'
import { worksWith } from './works-with.service.ts'
import { isOnSale } from './sale-price.service.ts'

/** All filters except a search. */
export const allConditions = (filters: ModFilters): SQL | undefined => {
  const { category, drivetrain, body, power, tags, premium, sale, featured, gameVersion, minPrice, maxPrice } = filters
  return and(
    isPublished,
    sale && isOnSale,
    featured && isNotNull(mods.featuredOrder),
    gameVersion === undefined ? undefined : worksWith(gameVersion),
    category === undefined ? undefined : eq(mods.categoryId, idOfCategory(category)),
    // An unknown drivetrain matches no mod.
    drivetrain && arrayOverlaps(mods.drivetrains, drivetrain as Drivetrain[]),
    body && arrayOverlaps(mods.bodyStyles, body),
    power && arrayOverlaps(mods.powerBands, power),
    tags && arrayOverlaps(mods.tags, tags),
    premium && eq(mods.includedWithPremium, true),
    minPrice === undefined ? undefined : gte(mods.currentPriceCents, minPrice * 100),
    maxPrice === undefined ? undefined : lte(mods.currentPriceCents, maxPrice * 100),
  )
}

const idOfCategory = (slug: string) =>
  sql`(select ${categories.id} from ${categories} where ${categories.slug} = ${slug})`
