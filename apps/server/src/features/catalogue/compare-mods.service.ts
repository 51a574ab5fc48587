import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Comparison } from '@slipstream/contract/mods-comparison'
import type { Db } from '@slipstream/db/client'
import { modReleases, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { categories, modConfigurations, mods } from '@slipstream/db/tables/mods'
import { readGameVersions } from './game-versions.service.ts'
import { CARD_COLUMNS, coverColumns, coverOf, isPublished, type PublicObjects, toCard } from './mod-cards.service.ts'
import { SPEC_COLUMNS } from './mod-details.service.ts'
import { ofNewestRelease } from './works-with.service.ts'

/** Compares the published ones among these mods, in order of id. One statement reads all of them. */
export const compareMods = async (db: Db, objects: PublicObjects, ids: readonly number[]): Promise<Comparison> => {
  const [rows, versions] = await Promise.all([readRows(db, ids), readGameVersions(db)])
  const now = new Date()
  return {
    mods: rows.map(({ base, configurationCount, sizeBytes, states, ...row }) => ({
      ...toCard(objects, row, now),
      base,
      configurationCount,
      sizeBytes,
      states,
    })),
    gameVersions: versions.map(({ version }) => version),
  }
}

const readRows = (db: Db, ids: readonly number[]) => {
  const cover = coverOf(db)
  const base = db
    .select({ id: modConfigurations.id, ...SPEC_COLUMNS })
    .from(modConfigurations)
    .where(eq(modConfigurations.modId, mods.id))
    .orderBy(asc(modConfigurations.sortOrder))
    .limit(1)
    .as('base')
  return db
    .select({
      ...CARD_COLUMNS,
      cover: coverColumns(cover),
      base: {
        id: base.id,
        name: base.name,
        bodyStyle: base.bodyStyle,
        engine: base.engine,
        fuel: base.fuel,
        powerKw: base.powerKw,
        torqueNm: base.torqueNm,
        drivetrain: base.drivetrain,
        transmission: base.transmission,
        massKg: base.massKg,
        topSpeedKmh: base.topSpeedKmh,
        sprintS: base.sprintS,
      },
      configurationCount: db.$count(modConfigurations, eq(modConfigurations.modId, mods.id)),
      sizeBytes: modReleases.sizeBytes,
      states: statesOfRelease,
    })
    .from(mods)
    .innerJoin(categories, eq(categories.id, mods.categoryId))
    .leftJoinLateral(cover, sql`true`)
    .leftJoinLateral(base, sql`true`)
    .leftJoin(modReleases, ofNewestRelease)
    .where(and(inArray(mods.id, [...ids]), isPublished))
    .orderBy(mods.id)
}

const statesOfRelease = sql<Comparison['mods'][number]['states']>`(
  select coalesce(json_agg(json_build_object('gameVersion', ${releaseCompatibility.gameVersion},
    'state', ${releaseCompatibility.state}) order by ${releaseCompatibility.gameVersion}), '[]'::json)
  from ${releaseCompatibility} where ${releaseCompatibility.releaseId} = ${modReleases.id})`
