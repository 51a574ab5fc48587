import { inArray, sql } from 'drizzle-orm'
import { POWER_BANDS } from '@slipstream/contract/spec-sheet'
import type { Tx } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { categories, modConfigurations, mods } from '@slipstream/db/tables/mods'
import { priceNow } from './sale-price.service.ts'

/** The power band of a configuration. */
const powerBand = sql`case ${sql.join(
  POWER_BANDS.toReversed().map(({ key, fromKw }) => sql`when power_kw >= ${fromKw}::int then ${key}::text`),
  sql` `,
)} end`

const words = (column: ReturnType<typeof sql>) =>
  sql`coalesce(array_agg(distinct ${column}) filter (where ${column} is not null), '{}')`

/**
 * Recomputes a mod's denormalized facts from its category, configurations, releases and sale. Call in the transaction that
 * changes one of these, for some mods or for all. The ratings are counted by a trigger on the reviews.
 */
export const refreshModFacts = async (tx: Tx, modIds?: readonly number[]) => {
  if (modIds?.length === 0) return
  const chosen = modIds ? inArray(mods.id, [...modIds]) : sql`true`
  await tx.execute(sql`
    update ${mods} set
      current_price_cents = ${priceNow},
      engine = base.engine, power_kw = base.power_kw, drivetrain = base.drivetrain,
      drivetrains = sheet.drivetrains, body_styles = sheet.body_styles, power_bands = sheet.power_bands,
      category_name = shelf.name, configuration_names = sheet.names,
      version = newest.version, released_at = newest.published_at
    from (select id, category_id from ${mods}) mod
    join ${categories} shelf on shelf.id = mod.category_id
    left join lateral (
      select engine, power_kw, drivetrain from ${modConfigurations} where mod_id = mod.id order by sort_order limit 1
    ) base on true
    left join lateral (
      select ${words(sql`drivetrain`)} as drivetrains, ${words(sql`body_style`)} as body_styles,
        ${words(powerBand)} as power_bands, coalesce(string_agg(name, ' ' order by sort_order), '') as names
      from ${modConfigurations} where mod_id = mod.id
    ) sheet on true
    left join lateral (
      select version, published_at from ${modReleases} where mod_id = mod.id and status = 'published'
      order by published_at desc, id desc limit 1
    ) newest on true
    where ${mods.id} = mod.id and ${chosen}`)
}
