import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { isPublished } from './mod-cards.service.ts'

/** Two swapped letters in a word of six leave this much; unrelated words rarely have it. */
const SIMILARITY = 0.25
/** Words of other lengths are longer or shorter, not misspelled. */
const LENGTH_DIFFERENCE = 2
/** Shorter words are like too many others. */
const SHORTEST = 3

/**
 * Replaces the words that no published mod has by the most similar ones that some have. Numbers stay: one with another
 * digit is not what the visitor meant. Null if nothing was replaced or a word has no correction.
 */
export const correctWords = async (db: Db, words: readonly string[]): Promise<string[] | null> => {
  const rows = await readRows<{ word: string | null }>(
    db,
    sql`
    with known as materialized (
      select word, count(*) as uses, length(word) as length, length(word) >= ${SHORTEST} and word ~ '[^0-9]' as is_correction
      from ${mods}, regexp_split_to_table(lower(concat_ws(' ', search_name, category_name, configuration_names,
        array_to_string(tags, ' '), array_to_string(body_styles, ' '))), '[^[:alnum:]]+') word
      where ${isPublished} group by word)
    select (
        select known.word from known
        where known.word = asked.word or (is_correction and length(asked.word) >= ${SHORTEST}
          and abs(length - length(asked.word)) <= ${LENGTH_DIFFERENCE} and similarity(known.word, asked.word) >= ${SIMILARITY})
        order by known.word = asked.word desc, similarity(known.word, asked.word) desc, uses desc, known.word limit 1) as word
    from unnest(${sql.param([...words])}::text[]) with ordinality asked (word, place) order by place`,
  )
  const corrected = rows.map(({ word }) => word)
  const isComplete = corrected.every((word) => word !== null)
  return isComplete && corrected.some((word, place) => word !== words[place]) ? corrected : null
}
