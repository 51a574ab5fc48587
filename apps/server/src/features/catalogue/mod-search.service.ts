import { and, desc, inArray, sql, type SQL } from 'drizzle-orm'
import { type Db, inTransaction, readRows } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import type { PageOrder } from '#lib/lists/page-order.ts'
import { isPublished } from './mod-cards.service.ts'

/** Up to this many matches are ranked by relevance. With more, ranking would not help anyone. */
const RANKED_MATCHES = 200
const SIMILAR_MATCHES = 100
/** Allows one wrong letter in a word of five. */
const SIMILARITY = 0.5
const MAX_WORDS = 8
/** Weights of description, tags and names, in PostgreSQL's order from D to A. */
const WEIGHTS = '{0.05, 0.1, 0.4, 1.0}'

/** The condition and default order of a search. */
export interface Search {
  where: SQL
  order: PageOrder | null
  /** Whether the mods have these words, and not only similar names. */
  isExact: boolean
}

const FINDS_NOTHING: Search = { where: sql`false`, order: null, isExact: false }

/** Letters and digits only, because other characters are operators in a text search query. */
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS)

/** Matches all words; the last one may be unfinished. Names and tags match literally, descriptions by stem. */
const asQuery = (words: readonly string[]): SQL =>
  sql.join(
    words.map((word, position) => {
      const lexeme = position === words.length - 1 && word.length > 1 ? `${word}:*` : word
      return sql`(to_tsquery('simple', ${lexeme}) || to_tsquery('english', ${lexeme}))`
    }),
    sql` && `,
  )

const byMatch = (name: 'match' | 'similar', score: SQL): PageOrder => ({
  name,
  direction: 'desc',
  keys: [
    { of: score, type: 'real' },
    { of: mods.ratingCount, type: 'integer' },
    { of: mods.id, type: 'integer' },
  ],
})

/** Mods with these words; if there are none, mods with a similar name. */
export const searchMods = async (db: Db, text: string): Promise<Search> => {
  const words = wordsOf(text)
  if (words.length === 0) return FINDS_NOTHING
  const query = sql`(${asQuery(words)})`
  const where = sql`${mods.searchWords} @@ ${query}`
  const rows = await readRows<{ matches: number }>(
    db,
    sql`
    select count(*)::int as matches
    from (select from ${mods} where ${where} and ${isPublished} limit ${RANKED_MATCHES + 1}) found`,
  )
  const matches = rows[0]?.matches ?? 0
  if (matches === 0) return similarMods(db, words.join(' '))
  if (matches > RANKED_MATCHES) return { where, order: null, isExact: true }
  return {
    where,
    order: byMatch('match', sql`ts_rank(${WEIGHTS}::real[], ${mods.searchWords}, ${query})`),
    isExact: true,
  }
}

const similarMods = async (db: Db, name: string): Promise<Search> => {
  const similarity = sql`word_similarity(${name}, ${mods.searchName})`
  const found = await inTransaction(db, async (tx) => {
    await tx.execute(sql`set local pg_trgm.word_similarity_threshold = ${sql.raw(String(SIMILARITY))}`)
    return tx
      .select({ id: mods.id })
      .from(mods)
      .where(and(sql`${mods.searchName} %> ${name}`, isPublished))
      .orderBy(desc(similarity), desc(mods.ratingCount), desc(mods.id))
      .limit(SIMILAR_MATCHES)
  })
  if (found.length === 0) return FINDS_NOTHING
  const ids = found.map(({ id }) => id)
  return { where: inArray(mods.id, ids), order: byMatch('similar', similarity), isExact: false }
}
