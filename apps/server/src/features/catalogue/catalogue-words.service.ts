import { sql } from 'drizzle-orm'
import { type Db, readRows } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import type { ChangeBus } from '#lib/cache/change-bus.ts'
import { keptCopy } from '#lib/cache/kept-copy.ts'
import { toKnownWords, type KnownWords } from './correct-words.ts'
import { isPublished } from './mod-cards.service.ts'

export type ReadCatalogueWords = () => Promise<KnownWords>

/** The words that a search can be corrected to, kept in this process. Only a search without a match reads them. */
export const openCatalogueWords = (db: Db, bus: ChangeBus): ReadCatalogueWords =>
  keptCopy(bus, 'mods', () => loadCatalogueWords(db))

/** Names, tags and body styles as one text, because a row per mod would cost the driver ten times as much. */
const loadCatalogueWords = async (db: Db): Promise<KnownWords> => {
  const rows = await readRows<{ text: string }>(
    db,
    sql`
    select coalesce(string_agg(concat_ws(
      ' ', search_name, category_name, configuration_names, array_to_string(tags, ' '), array_to_string(body_styles, ' ')
    ), ' '), '') as text
    from ${mods} where ${isPublished}`,
  )
  return toKnownWords(rows[0]?.text ?? '')
}
