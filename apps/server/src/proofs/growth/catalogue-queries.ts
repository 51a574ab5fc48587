import { MOD_SORTS } from '@slipstream/contract/catalogue'

export interface CatalogueQuery {
  name: string
  query: Record<string, string>
  /** How many pages to skip. */
  pagesBefore?: number
}

/** The queries measured on a small and on a large catalogue. The title belongs to a mod that is in both. */
export const catalogueQueries = (title: string): CatalogueQuery[] => {
  const [name = ''] = title.split(' ')
  return [
    ...MOD_SORTS.flatMap((sort) => [
      { name: `first page, ${sort}`, query: { sort } },
      { name: `deep page, ${sort}`, query: { sort }, pagesBefore: 30 },
      { name: `category, ${sort}`, query: { sort, category: 'class-3' } },
      { name: `price range, ${sort}`, query: { sort, minPrice: '20', maxPrice: '25' } },
    ]),
    { name: 'deep page of a category', query: { category: 'class-3' }, pagesBefore: 3 },
    { name: 'tag', query: { tags: 'turbo' } },
    { name: 'included with Premium', query: { premium: 'true' } },
    { name: 'exact search', query: { q: title } },
    { name: 'unfinished search', query: { q: name.slice(0, -1) } },
    { name: 'typo search', query: { q: `${name.slice(0, 3)}${name.slice(4)}` } },
    { name: 'search without a match', query: { q: 'xylophone' } },
    { name: 'broad-word search', query: { q: 'drift' } },
    { name: 'broad-word search, price-asc', query: { q: 'drift', sort: 'price-asc' } },
  ]
}
