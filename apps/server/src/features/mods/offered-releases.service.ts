import { eq, sql } from 'drizzle-orm'
import { modReleases } from '@slipstream/db/tables/mod-releases'

/** Neither a draft nor withdrawn. */
export const isOffered = eq(modReleases.status, 'published')

/** Of a release that is offered, which has one. */
export const offeredSince = sql<Date>`${modReleases.publishedAt}`.mapWith(modReleases.publishedAt)
