import { inArray, sql } from 'drizzle-orm'
import { POWER_BANDS } from '@slipstream/contract/spec-sheet'
import type { Tx } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { modConfigurations, mods } from '@slipstream/db/tables/mods'
import { reviews } from '@slipstream/db/tables/reviews'
import { priceNow } from './sale-price.service.ts'

/** The band a configuration's power falls into. */
const powerBand = sql`case ${sql.join(
  POWER_BANDS.toReversed().map(({ key, fromKw }) => sql`when power_kw >= ${fromKw}::int then ${key}::text`),
  sql` `,
)} end`

const words = (column: ReturnType<typeof sql>) =>
  sql`coalesce(array_agg(distinct ${column}) filter (where ${column} is not null), '{}')`

/**
 * Tells anew what a row of mods says about its configurations, releases, reviews and sale. Who changes one of these calls
 * it in the same transaction, for these mods or for all.
 */
export const refreshModFacts = async (tx: Tx, modIds?: readonly number[]) => {
  if (modIds?.length === 0) return
  const chosen = modIds ? inArray(mods.id, [...modIds]) : sql`true`
  await tx.execute(sql`
    update ${mods} set
      current_price_cents = ${priceNow},
      engine = base.engine, power_kw = base.power_kw, drivetrain = base.drivetrain,
      drivetrains = coalesce(sheet.drivetrains, '{}'),
      body_styles = coalesce(sheet.body_styles, '{}'),
      power_bands = coalesce(sheet.power_bands, '{}'),
      version = newest.version, released_at = newest.published_at,
      rating_count = coalesce(rating.count, 0), rating_sum = coalesce(rating.sum, 0)
    from (select id from ${mods}) mod
    left join (
      select distinct on (mod_id) mod_id, engine, power_kw, drivetrain
      from ${modConfigurations} order by mod_id, sort_order
    ) base on base.mod_id = mod.id
    left join (
      select mod_id, ${words(sql`drivetrain`)} as drivetrains, ${words(sql`body_style`)} as body_styles,
        ${words(powerBand)} as power_bands
      from ${modConfigurations} group by mod_id
    ) sheet on sheet.mod_id = mod.id
    left join (
      select distinct on (mod_id) mod_id, version, published_at
      from ${modReleases} order by mod_id, published_at desc, id desc
    ) newest on newest.mod_id = mod.id
    left join (
      select mod_id, count(*) as count, sum(rating) as sum from ${reviews} where status = 'approved' group by mod_id
    ) rating on rating.mod_id = mod.id
    where ${mods.id} = mod.id and ${chosen}`)
}
