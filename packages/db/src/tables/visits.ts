import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, wideId } from './columns.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/**
 * What visitors did, without a name, an address or a cookie. Partitioned by month, so that old months can be dropped.
 * Written only in batches. `visit_slots`, `visit_counts` and `visit_terms` contain every batch that `visit_batches`
 * marks as counted.
 */
export const visitEvents = pgTable(
  'visit_events',
  {
    /** When the store received it. */
    at: instant().notNull(),
    batch: bigint({ mode: 'number' }).notNull(),
    /** A hash with a salt that changes daily. */
    visitor: bigint({ mode: 'bigint' }).notNull(),
    /** `view`, `search`, `vital`, `cart`, `checkout` */
    kind: text().notNull(),
    isBot: boolean().notNull(),
    device: text().notNull(),
    /** A two-letter code, if the reverse proxy names a country. */
    country: text(),
    page: text(),
    modId: integer(),
    referrer: text(),
    term: text(),
    found: boolean(),
    vital: text(),
    value: real(),
  },
  (table) => [index('visit_events_at').using('brin', table.at), index('visit_events_batch').using('brin', table.batch)],
)

/** One row per write of events, in the same transaction. */
export const visitBatches = pgTable(
  'visit_batches',
  {
    id: wideId(),
    /** An idempotency key made by the writer: retrying after a lost response changes nothing. */
    key: uuid().notNull().unique('visit_batches_key'),
    events: integer().notNull(),
    /** Events that this writer had to drop since its last batch. */
    dropped: integer().notNull(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    /** When its events were counted. */
    countedAt: instant(),
  },
  (table) => [
    index('visit_batches_open').on(table.id).where(sql`counted_at is null`),
    index('visit_batches_last').on(table.lastAt),
  ],
)

/** Visitors and views per 15 minutes, from which the days of any time zone can be added up. */
export const visitSlots = pgTable('visit_slots', {
  startsAt: instant().primaryKey(),
  views: integer().notNull(),
  botViews: integer().notNull(),
  /** Each visitor counts once per day, in total and per funnel stage, in the slot where they first reached it. */
  visitors: integer().notNull(),
  modVisitors: integer().notNull(),
  cartVisitors: integer().notNull(),
  checkoutVisitors: integer().notNull(),
})

/** Counts by name per UTC `day` and `month`, for parts with few names, such as pages and devices. */
export const visitCounts = pgTable(
  'visit_counts',
  {
    /** Such as `page`, `mod`, `device`. */
    part: text().notNull(),
    grain: text().notNull(),
    startsAt: instant().notNull(),
    name: text().notNull(),
    count: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.part, table.grain, table.startsAt, table.name] })],
)

/** Searches per UTC `day` and `month`. They have their own table because there are many different terms. */
export const visitTerms = pgTable(
  'visit_terms',
  {
    grain: text().notNull(),
    startsAt: instant().notNull(),
    term: text().notNull(),
    count: integer().notNull(),
    /** How many of them found nothing. */
    missed: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.grain, table.startsAt, table.term] }),
    // A tenth of the size of the primary key. Reports read all terms of many days.
    index('visit_terms_start').on(table.grain, table.startsAt),
  ],
)

/** The visitors already counted today, by stage, so that nobody is counted twice. Deleted with the salt. */
export const visitSeen = pgTable(
  'visit_seen',
  {
    visitor: bigint({ mode: 'bigint' }).notNull(),
    stage: text().notNull(),
    firstAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.visitor, table.stage] }),
    index('visit_seen_first').using('brin', table.firstAt),
  ],
)

/** Random, and shared by all processes. Once a salt is deleted, nobody can tell which address a hash came from. */
export const visitSalts = pgTable('visit_salts', {
  /** A calendar day in the store's time zone. */
  day: date().primaryKey(),
  salt: bytes().notNull(),
})

/** Response times by hour. `bucket` is the position on a logarithmic scale. */
export const visitRoutes = pgTable(
  'visit_routes',
  {
    hour: instant().notNull(),
    /** Method and route, such as `GET /api/mods/:id`. */
    route: text().notNull(),
    bucket: integer().notNull(),
    requests: integer().notNull(),
    /** Responses that failed through the store's own fault. */
    failures: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.route, table.bucket] })],
)
