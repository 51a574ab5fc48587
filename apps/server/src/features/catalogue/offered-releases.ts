import { desc, eq, sql } from 'drizzle-orm'
import { modReleases } from '@slipstream/db/tables/mod-releases'

/** Neither a draft nor withdrawn. */
export const isOffered = eq(modReleases.status, 'published')

/** The publication date, which every offered release has. */
export const offeredSince = sql<Date>`${modReleases.publishedAt}`.mapWith(modReleases.publishedAt)

/** Players get the first of the offered releases. */
export const newestReleaseFirst = [desc(modReleases.publishedAt), desc(modReleases.id)] as const
