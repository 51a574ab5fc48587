import { and } from 'drizzle-orm'
import type { ModSuggestions } from '@slipstream/contract/mods'
import { capped } from '#lib/lists/capped-count.ts'
import type { ReadCatalogueWords } from './catalogue-words.service.ts'
import { correctWords } from './correct-words.ts'
import { askedBy, countFacets } from './count-facets.ts'
import { type Catalogue, ORDERS, readPage } from './list-mods.service.ts'
import { isPublished, toCard } from './mod-cards.service.ts'
import { idsWhere, listCategoryNames, mostFirst } from './mod-facets.service.ts'
import { searchMods, wordsOf } from './mod-search.service.ts'

const MODS_SHOWN = 6
const CATEGORIES_SHOWN = 3

interface Parts extends Catalogue {
  catalogueWords: ReadCatalogueWords
}

/** The first mods, the categories and a correction for a search that is being typed. */
export const suggestMods = async (parts: Parts, text: string): Promise<ModSuggestions> => {
  const { db, storage, facetColumns } = parts
  const search = await searchMods(db, text)
  const where = and(isPublished, search.where)
  const [page, ids, columns, known, didYouMean] = await Promise.all([
    readPage(db, { where, order: search.order ?? ORDERS.popular, size: MODS_SHOWN }),
    idsWhere(db, where),
    facetColumns(),
    listCategoryNames(db),
    search.isExact ? null : correctionOf(parts, text),
  ])
  const names = new Map(known.map(({ slug, name }) => [slug, name]))
  const { words } = countFacets(columns, askedBy({}), ids)
  const now = new Date()
  return {
    items: page.items.map((row) => toCard(storage, row, now)),
    total: capped(ids.length),
    isSimilar: !search.isExact && ids.length > 0,
    didYouMean,
    categories: mostFirst(words.categories)
      .filter(([, count]) => count > 0)
      .slice(0, CATEGORIES_SHOWN)
      .map(([slug, count]) => ({ slug, name: names.get(slug) ?? slug, total: capped(count) })),
  }
}

const correctionOf = async ({ db, catalogueWords }: Parts, text: string): Promise<string | null> => {
  const corrected = correctWords(wordsOf(text), await catalogueWords())
  if (!corrected) return null
  const search = await searchMods(db, corrected.join(' '))
  return search.isExact ? corrected.join(' ') : null
}
