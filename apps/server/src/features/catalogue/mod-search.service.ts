import { and, desc, inArray, sql, type SQL } from 'drizzle-orm'
import { type Db, inTransaction } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import type { PageOrder } from '#lib/lists/page-order.ts'
import { isPublished } from './mod-cards.service.ts'

/** Up to so many matches are put in the order of how well they match; more are as good as each other. */
const RANKED_MATCHES = 200
const SIMILAR_MATCHES = 100
/** One wrong letter in a word of five. */
const SIMILARITY = 0.5
const MAX_WORDS = 8
/** Names, then tags, then the description: the letters of the columns' weights from D to A. */
const WEIGHTS = '{0.05, 0.1, 0.4, 1.0}'

/** What a search means for a list: which mods, and how they are ordered by themselves. */
export interface Search {
  where: SQL
  order: PageOrder | null
}

/** Letters and figures only: what else people type means something to a query and nothing to them. */
export const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS)

/** All words, the last of which may still be unfinished. Names and tags are kept as they are, descriptions by stem. */
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

/** Mods with these words; if there is none, mods whose name looks like them. */
export const searchMods = async (db: Db, text: string): Promise<Search> => {
  const words = wordsOf(text)
  if (words.length === 0) return { where: sql`false`, order: null }
  const query = sql`(${asQuery(words)})`
  const where = sql`${mods.searchWords} @@ ${query}`
  const { rows } = await db.execute<{ matches: number }>(sql`
    select count(*)::int as matches
    from (select from ${mods} where ${where} and ${isPublished} limit ${RANKED_MATCHES + 1}) found`)
  const matches = rows[0]?.matches ?? 0
  if (matches === 0) return similarMods(db, words.join(' '))
  if (matches > RANKED_MATCHES) return { where, order: null }
  return { where, order: byMatch('match', sql`ts_rank(${WEIGHTS}::real[], ${mods.searchWords}, ${query})`) }
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
  if (found.length === 0) return { where: sql`false`, order: null }
  const ids = found.map(({ id }) => id)
  return { where: inArray(mods.id, ids), order: byMatch('similar', similarity) }
}
