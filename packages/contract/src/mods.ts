import * as z from 'zod/mini'
import { LONGEST_SEARCH, MOD_SORTS, MODS_PER_PAGE } from './catalogue.ts'
import { endpoint, ONE_MINUTE } from './endpoint.ts'
import { GameVersionName } from './game-version.ts'
import { Id, idList, idParams } from './id.ts'
import { integerParam, pageSize } from './number.ts'
import { pageOf } from './page.ts'
import { GalleryPicture, Picture } from './picture.ts'
import { DRIVETRAINS, POWER_BANDS } from './spec-sheet.ts'
import { StoryBlock } from './story.ts'
import { cursor, filledText, text } from './text.ts'
import { Trailer } from './trailer.ts'
import { UsdPrice } from './usd-price.ts'

export const Category = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  /** Published mods. */
  count: z.int(),
})
export type Category = z.output<typeof Category>

/** A mod as lists show it. */
export const ModCard = z.object({
  id: Id,
  title: z.string(),
  /** At most 160 characters. */
  description: z.string(),
  /** The category's slug. */
  category: z.string(),
  categoryName: z.string(),
  price: UsdPrice,
  /** The sale price; null without a sale. */
  discountPrice: z.nullable(UsdPrice),
  saleEndsAt: z.nullable(z.iso.datetime()),
  previewImageUrl: z.nullable(z.string()),
  picture: z.nullable(Picture),
  engine: z.nullable(z.string()),
  powerKw: z.nullable(z.int()),
  drivetrain: z.nullable(z.enum(DRIVETRAINS)),
  /** The average of the approved reviews, with one decimal. */
  rating: z.nullable(z.number()),
  ratingCount: z.int(),
  includedWithPremium: z.boolean(),
  publishedAt: z.iso.datetime(),
  /** The version and date of its newest release. */
  version: z.nullable(z.string()),
  releasedAt: z.nullable(z.iso.datetime()),
})
export type ModCard = z.output<typeof ModCard>

export const Configuration = z.object({
  id: Id,
  name: z.string(),
  bodyStyle: z.nullable(z.string()),
  engine: z.nullable(z.string()),
  fuel: z.nullable(z.string()),
  powerKw: z.nullable(z.int()),
  torqueNm: z.nullable(z.int()),
  drivetrain: z.nullable(z.enum(DRIVETRAINS)),
  transmission: z.nullable(z.string()),
  massKg: z.nullable(z.int()),
  topSpeedKmh: z.nullable(z.int()),
  /** Seconds from 0 to 100 km/h. */
  sprintS: z.nullable(z.number()),
})
export type Configuration = z.output<typeof Configuration>

export const COMPATIBILITY_STATES = ['confirmed', 'unconfirmed', 'broken', 'fixed'] as const

export const Compatibility = z.object({
  gameVersion: z.string(),
  state: z.enum(COMPATIBILITY_STATES),
  /** The release that fixes it, if the state is `fixed`. */
  fixedIn: z.nullable(z.string()),
  note: z.string(),
})
export type Compatibility = z.output<typeof Compatibility>

export const Release = z.object({
  id: Id,
  version: z.string(),
  publishedAt: z.iso.datetime(),
  /** One sentence per change. */
  changes: z.array(z.string()),
  gameVersions: z.array(z.string()),
  /** The size of the archive. Every buyer's copy is about as large. */
  sizeBytes: z.int(),
})
export type Release = z.output<typeof Release>

export const ModDetails = z.extend(ModCard, {
  make: z.string(),
  /** Paragraphs as they were typed. */
  about: z.array(z.string()),
  /** The same text with its formatting; empty if it has none. */
  story: z.array(StoryBlock),
  tags: z.array(z.string()),
  pictures: z.array(GalleryPicture),
  videoUrl: z.nullable(z.string()),
  trailer: z.nullable(Trailer),
  requirements: z.array(z.string()),
  configurations: z.array(Configuration),
  /** Newest first. */
  releases: z.array(Release),
  /** For the newest release: the current game version first, then the others, newest first. */
  compatibility: z.array(Compatibility),
  /** All versions of the game that a player may have, newest first. */
  gameVersions: z.array(z.string()),
  /** Number of approved reviews with one star, two, … five. */
  histogram: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]),
  /** 1200x630, for link previews and search engines. */
  shareImageUrl: z.nullable(z.string()),
})
export type ModDetails = z.output<typeof ModDetails>

const commaList = <T extends string>(item: z.ZodMiniType<T, string>) =>
  z.pipe(
    z.pipe(
      text(20 * 61, { verbatim: true }),
      z.transform((text: string) => text.split(',')),
    ),
    z.array(item).check(z.minLength(1), z.maxLength(20)),
  )
const word = filledText(60)
/** The highest price that the list can be filtered by, in dollars. */
export const HIGHEST_PRICE_FILTER = 100_000
const wholeDollars = integerParam(0, HIGHEST_PRICE_FILTER)

/** Filters of the list. Several values in one field match any of them; several fields must all match. */
const FILTERS = {
  q: z.optional(filledText(LONGEST_SEARCH)),
  category: z.optional(word),
  tags: z.optional(commaList(word)),
  drivetrain: z.optional(commaList(word)),
  body: z.optional(commaList(word)),
  power: z.optional(commaList(z.enum(POWER_BANDS.map(({ key }) => key)))),
  minPrice: z.optional(wholeDollars),
  maxPrice: z.optional(wholeDollars),
  premium: z.optional(z.literal('true')),
  sale: z.optional(z.literal('true')),
  featured: z.optional(z.literal('true')),
  /** Mods whose newest release works with this version of the game. */
  gameVersion: z.optional(GameVersionName),
}

export const ModFilters = z.strictObject(FILTERS)
export type ModFilters = z.output<typeof ModFilters>

export const ModListQuery = z.strictObject({
  ...FILTERS,
  /** Default: best match for a search, otherwise most popular. */
  sort: z.optional(z.enum(MOD_SORTS)),
  limit: pageSize(MODS_PER_PAGE, 48),
  /** From the previous answer. */
  after: cursor(),
})
export type ModListQuery = z.output<typeof ModListQuery>

/** Exact up to COUNT_LIMIT. If there are more, `count` is the limit and `orMore` is true. */
export const Count = z.object({ count: z.int(), orMore: z.boolean() })
export type Count = z.output<typeof Count>

export const ModPage = z.extend(pageOf(ModCard), { total: Count })
export type ModPage = z.output<typeof ModPage>

/** Suggestions while somebody types a search. */
export const ModSuggestions = z.object({
  items: z.array(
    z.pick(ModCard, { id: true, title: true, categoryName: true, price: true, discountPrice: true, picture: true }),
  ),
  /** All mods that match. */
  total: Count,
  /** Whether no mod has these words and the items only have similar names. */
  isSimilar: z.boolean(),
  /** The search with its spelling corrected; null unless the correction finds something. */
  didYouMean: z.nullable(z.string()),
  /** The categories with the most matches. */
  categories: z.array(z.object({ slug: z.string(), name: z.string(), total: Count })),
})
export type ModSuggestions = z.output<typeof ModSuggestions>

const FacetValue = z.object({ value: z.string(), label: z.string(), total: Count })
export type FacetValue = z.output<typeof FacetValue>

/** The available filters, and how many mods each choice would show together with the other filters. */
export const ModFacets = z.object({
  categories: z.array(FacetValue),
  drivetrains: z.array(FacetValue),
  bodyStyles: z.array(FacetValue),
  powerBands: z.array(FacetValue),
  tags: z.array(FacetValue),
  /** The range of current prices, rounded outward to whole dollars. */
  price: z.object({ min: z.int(), max: z.int() }),
  /** All versions of the game that a player may have, newest first. */
  gameVersions: z.array(z.string()),
})
export type ModFacets = z.output<typeof ModFacets>

export const LatestRelease = z.object({
  id: Id,
  modId: Id,
  title: z.string(),
  version: z.string(),
  publishedAt: z.iso.datetime(),
  changes: z.array(z.string()),
  picture: z.nullable(Picture),
})
export type LatestRelease = z.output<typeof LatestRelease>

/** How many mods one request can ask about. */
export const MOST_WORKS = 20

/** The state of each mod's newest release for a game version; null if it is unknown. */
const Works = z.array(z.object({ id: Id, state: z.nullable(z.enum(COMPATIBILITY_STATES)) }))

export const modsApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/mods',
    summary: 'List published mods with search, filters and sorting',
    access: 'public',
    query: ModListQuery,
    response: ModPage,
    cache: ONE_MINUTE,
  }),
  facets: endpoint({
    method: 'GET',
    path: '/api/mods/facets',
    summary: 'List the available filters with counts',
    access: 'public',
    query: ModFilters,
    response: ModFacets,
    cache: ONE_MINUTE,
  }),
  works: endpoint({
    method: 'GET',
    path: '/api/mods/works',
    summary: 'Tell which of these published mods work with a version of the game',
    access: 'public',
    query: z.strictObject({ gameVersion: GameVersionName, ids: idList(MOST_WORKS) }),
    response: Works,
    cache: ONE_MINUTE,
  }),
  suggest: endpoint({
    method: 'GET',
    path: '/api/mods/suggest',
    summary: 'Suggest mods, categories and corrections for a search that is being typed',
    access: 'public',
    query: z.strictObject({ q: filledText(LONGEST_SEARCH) }),
    response: ModSuggestions,
    cache: ONE_MINUTE,
  }),
  details: endpoint({
    method: 'GET',
    path: '/api/mods/:id',
    summary: 'Get a published mod with all details',
    access: 'public',
    params: idParams,
    response: ModDetails,
    errors: ['mod.not_found'],
    cache: ONE_MINUTE,
  }),
  related: endpoint({
    method: 'GET',
    path: '/api/mods/:id/related',
    summary: 'List related mods: the creator’s choice, then others of the category',
    access: 'public',
    params: idParams,
    response: z.array(ModCard),
    errors: ['mod.not_found'],
    cache: ONE_MINUTE,
  }),
  categories: endpoint({
    method: 'GET',
    path: '/api/categories',
    summary: 'List the categories in the creator’s order',
    access: 'public',
    response: z.array(Category),
    cache: ONE_MINUTE,
  }),
  latestReleases: endpoint({
    method: 'GET',
    path: '/api/releases',
    summary: 'List the newest releases of published mods',
    access: 'public',
    response: z.array(LatestRelease),
    cache: ONE_MINUTE,
  }),
}
