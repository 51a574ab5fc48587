import { and, asc, count, desc, eq, type SQL } from 'drizzle-orm'
import type { ModSuggestions } from '@slipstream/contract/mods'
import type { Db } from '@slipstream/db/client'
import { categories, mods } from '@slipstream/db/tables/mods'
import { capped } from '#lib/lists/capped-count.ts'
import { correctWords } from './correct-words.service.ts'
import { type Catalogue, ORDERS, readPage } from './list-mods.service.ts'
import { isPublished, toCard } from './mod-cards.service.ts'
import { searchMods, wordsOf } from './mod-search.service.ts'

const MODS_SHOWN = 6
const CATEGORIES_SHOWN = 3

/** The first mods, the categories and a correction for a search that is being typed. */
export const suggestMods = async ({ db, storage }: Catalogue, text: string): Promise<ModSuggestions> => {
  const search = await searchMods(db, text)
  const where = and(isPublished, search.where)
  const [page, found, didYouMean] = await Promise.all([
    readPage(db, { where, order: search.order ?? ORDERS.popular, size: MODS_SHOWN }),
    countByCategory(db, where),
    search.isExact ? null : correctionOf(db, text),
  ])
  const total = found.reduce((sum, category) => sum + category.count, 0)
  const now = new Date()
  return {
    items: page.items.map((row) => toCard(storage, row, now)),
    total: capped(total),
    isSimilar: !search.isExact && total > 0,
    didYouMean,
    categories: found
      .slice(0, CATEGORIES_SHOWN)
      .map(({ slug, name, count: matches }) => ({ slug, name, total: capped(matches) })),
  }
}

/** Every category with a match, those with most matches first. */
const countByCategory = (db: Db, where: SQL | undefined) =>
  db
    .select({ slug: categories.slug, name: categories.name, count: count() })
    .from(mods)
    .innerJoin(categories, eq(categories.id, mods.categoryId))
    .where(where)
    .groupBy(categories.id)
    .orderBy(desc(count()), asc(categories.slug))

const correctionOf = async (db: Db, text: string): Promise<string | null> => {
  const corrected = await correctWords(db, wordsOf(text))
  if (!corrected) return null
  const search = await searchMods(db, corrected.join(' '))
  return search.isExact ? corrected.join(' ') : null
}
