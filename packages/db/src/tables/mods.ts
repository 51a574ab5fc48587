import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Drivetrain, PowerBand } from '@slipstream/contract/spec-sheet'
import { createdAt, id, instant } from './columns.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

const noWords = sql`'{}'::text[]`

export const categories = pgTable(
  'categories',
  {
    id: id(),
    /** The URL slug: `sports`. */
    slug: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    sortOrder: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('categories_slug').on(table.slug),
    check('categories_slug_form', sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
  ],
)

export const mods = pgTable(
  'mods',
  {
    id: id(),
    title: text().notNull(),
    make: text().notNull().default(''),
    /** One or two sentences for cards, carts and search engines. */
    description: text().notNull().default(''),
    /** Paragraphs. */
    about: text().array().notNull().default(noWords),
    categoryId: integer().notNull(),
    tags: text().array().notNull().default(noWords),
    requirements: text().array().notNull().default(noWords),
    videoUrl: text(),
    priceCents: integer().notNull(),
    /** False until somebody has set the price of a new draft; the column above then holds a placeholder. */
    hasPrice: boolean().notNull().default(true),
    /** False until somebody has chosen the category of a new draft. */
    hasCategory: boolean().notNull().default(true),
    salePriceCents: integer(),
    saleStartsAt: instant(),
    saleEndsAt: instant(),
    includedWithPremium: boolean().notNull().default(false),
    /** Position among the featured mods; null for all others. */
    featuredOrder: integer(),
    status: text().$type<'draft' | 'published' | 'archived'>().notNull().default('draft'),
    publishedAt: instant(),
    /** When a draft is scheduled to be published. */
    publishAt: instant(),
    /** The file name of every release, because the game identifies a mod by it: `strada_creator.zip`. */
    fileName: text(),
    createdAt: createdAt(),
    updatedAt: instant().notNull().defaultNow(),

    // Denormalized from the tables below by the functions that change them, because lists sort and filter by these
    // columns.
    /**
     * The current price, updated within a minute when a sale begins or ends. The charged price is computed from the
     * clock.
     */
    currentPriceCents: integer().notNull(),
    engine: text(),
    powerKw: integer(),
    drivetrain: text().$type<Drivetrain>(),
    drivetrains: text().array().$type<Drivetrain[]>().notNull().default(noWords),
    bodyStyles: text().array().notNull().default(noWords),
    powerBands: text().array().$type<PowerBand[]>().notNull().default(noWords),
    version: text(),
    releasedAt: instant(),
    /** The names of its category and of all its configurations, for the search. */
    categoryName: text().notNull().default(''),
    configurationNames: text().notNull().default(''),
    // The next three belong to a trigger on the reviews, which adds differences: of two writers that recount all
    // reviews, the slower one could store the older count.
    ratingCount: integer().notNull().default(0),
    ratingSum: integer().notNull().default(0),
    /** The number of ratings with one to five stars. */
    starCounts: integer().array().notNull().default(sql`'{0,0,0,0,0}'`),
    /** A Bayesian average: as if ten people had already rated it 3.5. */
    ratingScore: real().notNull().generatedAlwaysAs(sql`((rating_sum + 35)::real / (rating_count + 10))`),
    /** Object key of the 1200x630 link preview, drawn by a job. */
    shareImageKey: text(),
    searchName: text().notNull().generatedAlwaysAs(sql`lower(make || ' ' || title)`),
    searchWords: tsvector()
      .notNull()
      .generatedAlwaysAs(
        sql`setweight(to_tsvector('simple', make || ' ' || title), 'A') || setweight(to_tsvector('simple', words_of(tags) || ' ' || words_of(body_styles) || ' ' || category_name || ' ' || configuration_names), 'B') || setweight(to_tsvector('english', description), 'C')`,
      ),
  },
  (table) => [
    // NULLS FIRST matches the default of `order by … desc`; otherwise the index would not be used.
    foreignKey({ name: 'mods_category', columns: [table.categoryId], foreignColumns: [categories.id] }),
    check('mods_status_known', sql`${table.status} in ('draft', 'published', 'archived')`),
    check('mods_published_at_some_time', sql`${table.status} <> 'published' or ${table.publishedAt} is not null`),
    check('mods_price', sql`${table.priceCents} >= 0 and ${table.currentPriceCents} >= 0`),
    // An entry of mods_popular must fit into a third of a page, and the form promises this limit.
    check(
      'mods_words_are_few',
      sql`octet_length(${table.title} || ${table.make} || ${table.description} || words_of(${table.tags}) || words_of(${table.bodyStyles})) <= 900`,
    ),
    check('mods_sale_is_cheaper', sql`${table.salePriceCents} >= 0 and ${table.salePriceCents} < ${table.priceCents}`),
    // After the sort keys of each list come the columns it is filtered by, so that the index alone finds a page. The
    // index of the default order has all of them: see decision 15.
    index('mods_popular')
      .on(
        table.ratingCount.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.categoryId,
        table.currentPriceCents,
        table.includedWithPremium,
        table.drivetrains,
        table.bodyStyles,
        table.powerBands,
        table.tags,
      )
      .where(sql`status = 'published'`),
    index('mods_newest')
      .on(
        table.publishedAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.categoryId,
        table.currentPriceCents,
      )
      .where(sql`status = 'published'`),
    index('mods_cheapest').on(table.currentPriceCents, table.id, table.categoryId).where(sql`status = 'published'`),
    index('mods_best_rated')
      .on(
        table.ratingScore.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        table.categoryId,
        table.currentPriceCents,
      )
      .where(sql`status = 'published'`),
    index('mods_in_category')
      .on(table.categoryId, table.ratingCount.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`status = 'published'`),
    index('mods_featured').on(table.featuredOrder, table.id).where(sql`featured_order is not null`),
    index('mods_to_publish').on(table.publishAt).where(sql`publish_at is not null`),
    uniqueIndex('mods_file_name').on(table.fileName),
    // Administrators also see mods that are not published.
    index('mods_last_updated').on(
      table.updatedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
      table.status,
      table.categoryId,
    ),
    index('mods_by_title').on(sql`lower(title)`, table.id, table.status, table.categoryId),
    index('mods_by_price').on(table.currentPriceCents, table.id, table.status, table.categoryId),
    index('mods_by_rating').on(table.ratingScore, table.id, table.status, table.categoryId),
    index('mods_by_release').on(sql`coalesce(released_at, to_timestamp(0))`, table.id, table.status, table.categoryId),
    index('mods_of_category').on(table.categoryId),
    index('mods_with_sale').on(table.id).where(sql`sale_price_cents is not null`),
    index('mods_by_words').using('gin', table.searchWords).where(sql`status = 'published'`),
    index('mods_by_similar_name').using('gin', table.searchName.op('gin_trgm_ops')),
    index('mods_by_facet')
      .using('gin', table.tags, table.drivetrains, table.bodyStyles, table.powerBands)
      .where(sql`status = 'published'`),
  ],
)

export const modConfigurations = pgTable(
  'mod_configurations',
  {
    id: id(),
    modId: integer().notNull(),
    /** Lists show the first one. */
    sortOrder: integer().notNull(),
    name: text().notNull(),
    bodyStyle: text(),
    engine: text(),
    fuel: text(),
    powerKw: integer(),
    torqueNm: integer(),
    drivetrain: text().$type<Drivetrain>(),
    transmission: text(),
    massKg: integer(),
    topSpeedKmh: integer(),
    /** Seconds from 0 to 100 km/h. */
    sprintS: real(),
  },
  (table) => [
    foreignKey({ name: 'mod_configurations_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete(
      'cascade',
    ),
    uniqueIndex('mod_configurations_in_order').on(table.modId, table.sortOrder),
  ],
)

/** The unsaved form of a mod, valid or not. */
export const modDrafts = pgTable(
  'mod_drafts',
  {
    modId: integer().primaryKey(),
    typed: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Sent with every change, so that two pages do not overwrite each other unseen. */
    revision: integer().notNull(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    foreignKey({ name: 'mod_drafts_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete('cascade'),
  ],
)

/** Mods that the creator shows next to another one. */
export const relatedMods = pgTable(
  'related_mods',
  {
    modId: integer().notNull(),
    relatedId: integer().notNull(),
    sortOrder: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'related_mods_once', columns: [table.modId, table.relatedId] }),
    foreignKey({ name: 'related_mods_mod', columns: [table.modId], foreignColumns: [mods.id] }).onDelete('cascade'),
    foreignKey({ name: 'related_mods_related', columns: [table.relatedId], foreignColumns: [mods.id] }).onDelete(
      'cascade',
    ),
    index('related_mods_by_related').on(table.relatedId),
    check('related_mods_are_two', sql`${table.modId} <> ${table.relatedId}`),
  ],
)
