import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { mailWishlistNews } from './mail-news.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'wishlist.mail_news': Record<string, never>
  }
}

export const wishlistJobs = (parts: Parameters<typeof mailWishlistNews>[0]): JobHandlers<'wishlist.mail_news'> => ({
  'wishlist.mail_news': (_, { signal }) => mailWishlistNews(parts, signal),
})

/** Once a day is enough for news that come at most once a week. */
export const WISHLIST_SCHEDULE: JobSchedule<'wishlist.mail_news'> = { 'wishlist.mail_news': { cron: '23 9 * * *' } }
