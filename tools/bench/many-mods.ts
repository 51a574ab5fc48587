import pg from 'pg'

const MODS = 60

/** Fills the first page of the catalogue with copies of the demo's mods under other names. */
export const addManyMods = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(`
      insert into mods (title, make, description, category_id, tags, price_cents, current_price_cents, status, published_at,
        engine, power_kw, drivetrain, drivetrains, body_styles, power_bands, version, released_at, rating_count, rating_sum)
      select title || ' ' || n, make, description, category_id, tags, price_cents, price_cents, 'published', published_at,
        engine, power_kw, drivetrain, drivetrains, body_styles, power_bands, version, released_at, rating_count, rating_sum
      from generate_series(1, ${MODS}) n join mods on mods.id = 1 + n % 12`)
    await client.query(`
      insert into mod_pictures (mod_id, sort_order, label, alt, kind, caption, hash, original_key, width, height, placeholder, widths)
      select copy.id, sort_order, label, alt, kind, caption, hash, original_key, width, height, placeholder, widths
      from mod_pictures join mods on mods.id = mod_id join mods copy on copy.title like mods.title || ' %'
      where mods.id <= 12 and copy.id > 12`)
    await client.query('analyze mods')
    await client.query('analyze mod_pictures')
  } finally {
    await client.end()
  }
}
