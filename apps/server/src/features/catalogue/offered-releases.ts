import { desc, eq, sql } from 'drizzle-orm'
import { modReleases } from '@slipstream/db/tables/mod-releases'

/** Neither a draft nor withdrawn. */
export const isOffered = eq(modReleases.status, 'published')

/** Of a release that is offered, which has one. */
export const offeredSince = sql<Date>`${modReleases.publishedAt}`.mapWith(modReleases.publishedAt)

/** Of the releases that are offered, players get the first. */
export const newestReleaseFirst = [desc(modReleases.publishedAt), desc(modReleases.id)] as const
