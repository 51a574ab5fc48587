import { sql } from 'drizzle-orm'
import { MOD_SORTS } from '@slipstream/contract/catalogue'
import { ModFilters, ModListQuery } from '@slipstream/contract/mods'
import { type Db, readRows } from '@slipstream/db/client'
import { listMods } from '#features/catalogue/list-mods.service.ts'
import { readModFacets } from '#features/catalogue/mod-facets.service.ts'
import { suggestMods } from '#features/catalogue/suggest-mods.ts'
import { listReviews } from '#features/reviews/reviews.service.ts'
import { REVIEWED_MOD } from './fill-reviews.ts'
import { cursorBehind, type Questions } from './questions.ts'

const DEEP_PAGES = 10
const storage = { publicUrl: (key: string) => `https://assets.example/${key}` }

/** Filters that a visitor combines, and of which each must say how many mods it would leave. */
const FILTERS = [
  {},
  { category: 'class-1', drivetrain: 'FWD', body: 'coupe,sedan' },
  { tags: 'turbo,rain', minPrice: '10', maxPrice: '30' },
  { q: 'drift', power: 'wild' },
]

/** What visitors type: key by key, with a mistake, and the worst a stranger can send. */
const textsOf = (title: string) => {
  const [name = ''] = title.toLowerCase().split(' ')
  return {
    'two letters': name.slice(0, 2),
    'a whole title': title,
    'a word of every tenth mod': 'drift',
    'a misspelled name': `${name.slice(0, 3)}${name.slice(4)}`,
    'eight unknown words': 'abcdefgh bcdefghi cdefghij defghijk efghijkl fghijklm ghijklmn hijklmn',
  }
}

export const askCatalogue = async (db: Db): Promise<Questions> => {
  const catalogue = { db, storage }
  const list = (query: Record<string, string>, after?: string) =>
    listMods(catalogue, ModListQuery.parse({ ...query, ...(after !== undefined && { after }) }))
  const rows = await readRows<{ title: string }>(
    db,
    sql`select title from mods where id >= 777 and status = 'published' order by id limit 1`,
  )
  const questions: Questions = {}
  for (const sort of MOD_SORTS) {
    const after = await cursorBehind(DEEP_PAGES, (cursor) => list({ sort }, cursor))
    questions[`mods, ${sort}`] = { kind: 'list', ask: () => list({ sort }) }
    questions[`mods, ${sort}, page ${DEEP_PAGES + 1}`] = { kind: 'list', ask: () => list({ sort }, after) }
  }
  for (const filters of FILTERS) {
    const name = Object.keys(filters).join(', ') || 'no filter'
    questions[`facets, ${name}`] = {
      kind: 'list',
      ask: () => readModFacets(db, ModFilters.parse(filters)),
    }
  }
  for (const [name, q] of Object.entries(textsOf(rows[0]?.title ?? ''))) {
    questions[`mods, ${name}`] = { kind: 'search', ask: () => list({ q }) }
    questions[`suggestions, ${name}`] = { kind: 'search', ask: () => suggestMods(catalogue, q) }
  }
  return questions
}

export const askReviews = async (db: Db): Promise<Questions> => {
  const read = (after?: string) => listReviews(db, storage, REVIEWED_MOD, { sort: 'helpful', after })
  const after = await cursorBehind(DEEP_PAGES, read)
  return {
    reviews: { kind: 'list', ask: () => read() },
    [`reviews, page ${DEEP_PAGES + 1}`]: { kind: 'list', ask: () => read(after) },
  }
}
