import { sql } from 'drizzle-orm'
import type { WritableDb } from '@slipstream/db/client'

const PIECE = 2_000

const ONSETS = 'b br c ch d dr f fl g gr h j k kl l m n p qu r s sh st t tr v w z'.split(' ')
const VOWELS = 'a e i o u ai ea io ou y'.split(' ')
const ENDS = 'n r l s x m nd rt sk lm ck ng'.split(' ')
const MAKES = 'Harlan Orsana Tsukiro Kestrel Bramble Ardent Ashby Dunmore Northgate Dustline Merle Lodestar'.split(' ')
const TAGS =
  'street track classic v8 turbo electric diesel wagon rusty race police offroad family custom tuned lowered rain snow desert city'.split(
    ' ',
  )
const BODIES = 'coupe sedan hatchback wagon roadster pickup van truck buggy limousine'.split(' ')

/** A deterministic pseudo-random number below `below`. */
const pick = (salt: string, below: number) =>
  sql.raw(`(('x' || substr(md5('${salt}' || n), 1, 7))::bit(28)::int % ${below})`)

const word = (words: readonly string[], salt: string) =>
  sql`(${sql.raw(`'{${words.join(',')}}'::text[]`)})[1 + ${pick(salt, words.length)}]`

const syllable = (salt: string) =>
  sql`${word(ONSETS, `${salt}1`)} || ${word(VOWELS, `${salt}2`)} || ${word(ENDS, `${salt}3`)}`

const votes = sql`(400 / (1 + ${pick('votes', 400)}))`
const price = sql`(499 + 100 * ${pick('price', 60)})`

/**
 * Fills the catalogue up to this many mods: invented names, so that a name stays selective; every tenth for drifting,
 * so that a word can be broad; few prices, so that many share one; some drafts.
 */
export const fillCatalogue = async (db: WritableDb, upTo: number) => {
  await db.execute(sql`
    insert into categories (slug, name, sort_order) select 'class-' || n, 'Class ' || n, n from generate_series(0, 9) n
    on conflict do nothing`)
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from mods`)
  // In batches, because no statement of the store may run for ten seconds.
  for (let from = rows[0]?.count ?? 0; from < upTo; from += PIECE) await addMods(db, from, Math.min(from + PIECE, upTo))
  for (const table of ['mods', 'mod_pictures', 'categories']) await db.execute(sql.raw(`vacuum analyze ${table}`))
}

const addMods = async (db: WritableDb, from: number, to: number) => {
  await db.execute(sql`
    insert into mods (title, make, description, about, category_id, tags, price_cents, current_price_cents,
      included_with_premium, featured_order, status, published_at, engine, power_kw, drivetrain, drivetrains,
      body_styles, power_bands, version, released_at, rating_count, rating_sum)
    select initcap(${syllable('a')} || ${syllable('b')}) || ' ' || initcap(${syllable('c')}) || ' ' || n,
      ${word(MAKES, 'make')},
      'A ' || ${word(BODIES, 'body')} || ' for the ' || ${word(TAGS, 'place')} || ', drawn from its door handles to its sump.',
      array[repeat('Every panel gap is where it was on the real thing. ', 8), repeat('The engine was recorded. ', 12)],
      (select id from categories where slug = 'class-' || ${pick('class', 100)} * ${pick('more', 100)} / 1000),
      case when ${pick('drift', 10)} = 0 then array['drift'] else '{}' end || array[${word(TAGS, 't1')}, ${word(TAGS, 't2')}],
      ${price}, ${price}, ${pick('premium', 20)} = 0, case when n <= 12 then n end,
      case when ${pick('draft', 20)} = 0 then 'draft' else 'published' end,
      timestamptz '2026-01-01' - n * interval '7 minutes', 'V8', 80 + ${pick('power', 500)}, 'RWD',
      (array['{AWD}', '{FWD}', '{AWD,RWD}', '{RWD}'])[1 + ${pick('drive', 4)}]::text[],
      array[${word(BODIES, 'body')}],
      (array['{mild,brisk}', '{strong}', '{fierce,strong}', '{wild}'])[1 + ${pick('band', 4)}]::text[],
      '1.0.0', timestamptz '2026-01-01' - n * interval '5 minutes', ${votes}, ${votes} * (3 + ${pick('stars', 3)})
    from generate_series(${from}::int + 1, ${to}::int) n`)
  await db.execute(sql`
    insert into mod_pictures (mod_id, sort_order, hash, original_key, width, height, placeholder)
    select id, 0, md5(id::text), 'pictures/' || md5(id::text) || '.webp', 1600, 1000,
      'data:image/webp;base64,' || repeat('A', 120)
    from mods where id > ${from}::int`)
}
