import { DAY_MS } from '@slipstream/contract/durations'
import type { Tx } from '@slipstream/db/client'
import { gameVersions, modReleases, releaseCompatibility } from '@slipstream/db/tables/mod-releases'
import { categories, modConfigurations, mods, relatedMods } from '@slipstream/db/tables/mods'
import { reviews } from '@slipstream/db/tables/reviews'
import { DEMO_CATEGORIES } from './categories.ts'
import type { DemoMod } from './demo-mod.ts'
import { DEMO_MODS } from './demo-mods.ts'
import { seededRandom } from './random.ts'
import { writeReviews } from './reviews/write-reviews.ts'

const REVIEWS_PER_INSERT = 1_000
const DAYS_BETWEEN_GAME_VERSIONS = 90

/** A release without a file. The caller creates the archive later and replaces this. */
const NO_FILE = { sizeBytes: 0, sha256: '' }

const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS)
const publishedAt = ({ releases }: DemoMod, now: Date) =>
  daysFrom(now, -Math.max(...releases.map(({ daysAgo }) => daysAgo)))

const found = <T>(map: Map<string, T>, key: string): T => {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The demo has no ${key}.`)
  return value
}

const insertCategories = async (tx: Tx) => {
  const rows = await tx
    .insert(categories)
    .values(DEMO_CATEGORIES.map((category, sortOrder) => ({ ...category, sortOrder })))
    .returning({ id: categories.id, slug: categories.slug })
  return new Map(rows.map(({ id, slug }) => [slug, id]))
}

const modRow = (mod: DemoMod, categoryId: number, now: Date): typeof mods.$inferInsert => {
  const { title, make, description, about, tags, requirements, priceCents, sale, featuredOrder = null } = mod
  return {
    ...{ title, make, description, about, tags, requirements, priceCents, featuredOrder, categoryId },
    includedWithPremium: mod.includedWithPremium ?? false,
    currentPriceCents: sale?.priceCents ?? priceCents,
    salePriceCents: sale?.priceCents ?? null,
    saleStartsAt: sale ? daysFrom(now, -sale.startedDaysAgo) : null,
    saleEndsAt: sale ? daysFrom(now, sale.endsInDays) : null,
    status: 'published',
    publishedAt: publishedAt(mod, now),
    createdAt: publishedAt(mod, now),
    updatedAt: daysFrom(now, -mod.releases[0].daysAgo),
  }
}

/** The id of each mod by its slug. */
const insertMods = async (tx: Tx, now: Date) => {
  const categoryIds = await insertCategories(tx)
  const rows = await tx
    .insert(mods)
    .values(DEMO_MODS.map((mod) => modRow(mod, found(categoryIds, mod.category), now)))
    .returning({ id: mods.id, title: mods.title })
  const idOfTitle = new Map(rows.map(({ id, title }) => [title, id]))
  return new Map(DEMO_MODS.map(({ slug, title }) => [slug, found(idOfTitle, title)]))
}

/** The id of each release by its mod and its version. */
const insertReleases = async (tx: Tx, idOf: (mod: DemoMod) => number, now: Date) => {
  const rows = await tx
    .insert(modReleases)
    .values(
      DEMO_MODS.flatMap((mod) =>
        mod.releases.toReversed().map(({ daysAgo, ...release }) => ({
          ...release,
          ...NO_FILE,
          modId: idOf(mod),
          status: 'published' as const,
          publishedAt: daysFrom(now, -daysAgo),
        })),
      ),
    )
    .returning({ id: modReleases.id, modId: modReleases.modId, version: modReleases.version })
  const releaseIds = new Map(rows.map(({ id, modId, version }) => [`${modId} ${version}`, id]))
  const versions = [...new Set(DEMO_MODS.flatMap((mod) => mod.compatibility.map(({ gameVersion }) => gameVersion)))]
  const oldestFirst = versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  await tx.insert(gameVersions).values(
    oldestFirst.map((version, place) => ({
      version,
      announcedAt: daysFrom(now, (place + 1 - oldestFirst.length) * DAYS_BETWEEN_GAME_VERSIONS),
    })),
  )
  await tx.insert(releaseCompatibility).values(
    DEMO_MODS.flatMap((mod) => {
      const releaseId = found(releaseIds, `${idOf(mod)} ${mod.releases[0].version}`)
      return mod.compatibility.map((row) => ({ ...row, releaseId }))
    }),
  )
  return releaseIds
}

const insertReviews = async (tx: Tx, idOf: (mod: DemoMod) => number, now: Date) => {
  const rows = DEMO_MODS.flatMap((mod, seed) =>
    writeReviews(mod, publishedAt(mod, now), now, seededRandom(seed)).map((review) => ({
      ...review,
      modId: idOf(mod),
    })),
  )
  for (let start = 0; start < rows.length; start += REVIEWS_PER_INSERT) {
    await tx.insert(reviews).values(rows.slice(start, start + REVIEWS_PER_INSERT))
  }
}

/** Twelve vehicles with everything a mod has, except the bytes of pictures and archives, which the caller adds. */
export const seedCatalogue = async (tx: Tx, now: Date) => {
  const ids = await insertMods(tx, now)
  const idOf = ({ slug }: DemoMod) => found(ids, slug)

  await tx
    .insert(modConfigurations)
    .values(
      DEMO_MODS.flatMap((mod) =>
        mod.configurations.map((configuration, sortOrder) => ({ ...configuration, modId: idOf(mod), sortOrder })),
      ),
    )
  await tx
    .insert(relatedMods)
    .values(
      DEMO_MODS.flatMap((mod) =>
        mod.related.map((slug, sortOrder) => ({ modId: idOf(mod), relatedId: found(ids, slug), sortOrder })),
      ),
    )
  const releaseIds = await insertReleases(tx, idOf, now)
  await insertReviews(tx, idOf, now)

  return DEMO_MODS.map((mod) => ({
    id: idOf(mod),
    mod,
    releases: mod.releases.map((release) => ({
      ...release,
      id: found(releaseIds, `${idOf(mod)} ${release.version}`),
      publishedAt: daysFrom(now, -release.daysAgo),
    })),
    pictures: (Object.keys(mod.pictures) as (keyof DemoMod['pictures'])[]).map((view) => ({
      file: `${mod.slug}-${view}.webp`,
      words: {
        label: `${view.charAt(0).toUpperCase()}${view.slice(1)}`,
        alt: mod.pictures[view],
        kind: mod.inGame?.includes(view) ? ('in_game' as const) : ('studio' as const),
        caption: mod.captions?.[view] ?? null,
      },
    })),
  }))
}
