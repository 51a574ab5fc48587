import { and, asc, eq } from 'drizzle-orm'
import type { ModDetails } from '@slipstream/contract/mods'
import type { Db } from '@slipstream/db/client'
import { modPictures } from '@slipstream/db/tables/mod-pictures'
import { modReleases, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { categories, modConfigurations, mods } from '@slipstream/db/tables/mods'
import { newestFirst, readGameVersions } from './game-versions.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import {
  CARD_COLUMNS,
  GALLERY_COLUMNS,
  isPublished,
  type PublicObjects,
  toCard,
  toGalleryPicture,
  toPicture,
} from './mod-cards.service.ts'
import { readStory, type StoryPictures } from './story.ts'
import { isOffered, newestReleaseFirst, offeredSince } from './offered-releases.ts'
import { trailerAt } from './trailer.ts'

/** A published mod; any other counts as not found. */
export const requirePublished = async (db: Db, id: number): Promise<{ categoryId: number }> => {
  const [mod] = await db
    .select({ categoryId: mods.categoryId })
    .from(mods)
    .where(and(eq(mods.id, id), isPublished))
  if (!mod) throw new DomainError('mod.not_found')
  return mod
}

export const readModDetails = async (db: Db, objects: PublicObjects, id: number): Promise<ModDetails> => {
  const [mod] = await db
    .select({
      ...CARD_COLUMNS,
      make: mods.make,
      about: mods.about,
      tags: mods.tags,
      videoUrl: mods.videoUrl,
      requirements: mods.requirements,
      shareImageKey: mods.shareImageKey,
      starCounts: mods.starCounts,
    })
    .from(mods)
    .innerJoin(categories, eq(categories.id, mods.categoryId))
    .where(and(eq(mods.id, id), isPublished))
  if (!mod) throw new DomainError('mod.not_found')
  const [pictures, configurations, releases] = await Promise.all([
    readPictures(db, id),
    readConfigurations(db, id),
    readReleases(db, id),
  ])
  return {
    ...toCard(objects, { ...mod, cover: pictures[0] ?? null }),
    make: mod.make,
    about: mod.about,
    story: readStory(mod.about, picturesById(objects, pictures)),
    tags: mod.tags,
    pictures: pictures.map((picture) => toGalleryPicture(objects, picture)),
    videoUrl: mod.videoUrl,
    trailer: trailerAt(mod.videoUrl),
    requirements: mod.requirements,
    configurations,
    releases: releases.map(({ publishedAt, ...release }) => ({ ...release, publishedAt: publishedAt.toISOString() })),
    ...(await readCompatibility(db, releases[0]?.id)),
    histogram: mod.starCounts as ModDetails['histogram'],
    shareImageUrl: mod.shareImageKey === null ? null : objects.publicUrl(mod.shareImageKey),
  }
}

const picturesById = (objects: PublicObjects, rows: Awaited<ReturnType<typeof readPictures>>): StoryPictures =>
  new Map(rows.map((row) => [row.id, toPicture(objects, row)]))

/** The gallery's pictures by id, as a story refers to them. */
export const readStoryPictures = async (db: Db, objects: PublicObjects, modId: number) =>
  picturesById(objects, await readPictures(db, modId))

const readPictures = (db: Db, modId: number) =>
  db
    .select({ id: modPictures.id, ...GALLERY_COLUMNS })
    .from(modPictures)
    .where(eq(modPictures.modId, modId))
    .orderBy(asc(modPictures.sortOrder))

/** A configuration's figures, without its id. */
export const SPEC_COLUMNS = {
  name: modConfigurations.name,
  bodyStyle: modConfigurations.bodyStyle,
  engine: modConfigurations.engine,
  fuel: modConfigurations.fuel,
  powerKw: modConfigurations.powerKw,
  torqueNm: modConfigurations.torqueNm,
  drivetrain: modConfigurations.drivetrain,
  transmission: modConfigurations.transmission,
  massKg: modConfigurations.massKg,
  topSpeedKmh: modConfigurations.topSpeedKmh,
  sprintS: modConfigurations.sprintS,
}

const readConfigurations = (db: Db, modId: number) =>
  db
    .select({
      id: modConfigurations.id,
      ...SPEC_COLUMNS,
    })
    .from(modConfigurations)
    .where(eq(modConfigurations.modId, modId))
    .orderBy(asc(modConfigurations.sortOrder))

const readReleases = (db: Db, modId: number) =>
  db
    .select({
      id: modReleases.id,
      version: modReleases.version,
      publishedAt: offeredSince,
      changes: modReleases.changes,
      gameVersions: modReleases.gameVersions,
      sizeBytes: modReleases.sizeBytes,
    })
    .from(modReleases)
    .where(and(eq(modReleases.modId, modId), isOffered))
    .orderBy(...newestReleaseFirst)

/** The current game version comes first, even without a verdict. The others follow, newest first. */
const readCompatibility = async (
  db: Db,
  releaseId: number | undefined,
): Promise<Pick<ModDetails, 'compatibility' | 'gameVersions'>> => {
  const [versions, rows] = await Promise.all([
    readGameVersions(db),
    releaseId === undefined ? [] : readVerdicts(db, releaseId),
  ])
  const gameVersions = versions.map(({ version }) => version)
  const sorted = rows.sort((one, other) => newestFirst(one.gameVersion, other.gameVersion))
  const [gameVersion] = gameVersions
  if (gameVersion === undefined || releaseId === undefined) return { compatibility: sorted, gameVersions }
  const isCurrent = (row: { gameVersion: string }) => row.gameVersion === gameVersion
  const current = sorted.find(isCurrent) ?? { gameVersion, state: 'unconfirmed', fixedIn: null, note: '' }
  return { compatibility: [current, ...sorted.filter((row) => !isCurrent(row))], gameVersions }
}

const readVerdicts = (db: Db, releaseId: number) =>
  db
    .select({
      gameVersion: releaseCompatibility.gameVersion,
      state: releaseCompatibility.state,
      fixedIn: releaseCompatibility.fixedIn,
      note: releaseCompatibility.note,
    })
    .from(releaseCompatibility)
    .where(eq(releaseCompatibility.releaseId, releaseId))
