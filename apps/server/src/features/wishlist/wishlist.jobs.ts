import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { mailWishlistNews } from './mail-news.service.ts'
import { type QueuedNews, sendNews } from './send-news.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'wishlist.mail_news': Record<string, never>
    /** Contains no secret except the unsubscribe link, which can only end this kind of mail. */
    'wishlist.send_news': QueuedNews
  }
}

type WishlistJob = 'wishlist.mail_news' | 'wishlist.send_news'
type Parts = Parameters<typeof mailWishlistNews>[0] & Parameters<typeof sendNews>[0]

export const wishlistJobs = (parts: Parts): JobHandlers<WishlistJob> => ({
  'wishlist.mail_news': (_, { signal }) => mailWishlistNews(parts, signal),
  'wishlist.send_news': (news) => sendNews(parts, news),
})

/** Once a day is enough for mails that come at most once a week. */
export const WISHLIST_SCHEDULE: JobSchedule<'wishlist.mail_news'> = { 'wishlist.mail_news': { cron: '23 9 * * *' } }
