import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import type { MessageHandlers } from '#lib/outbox/outbox.ts'
import { mailWishlistNews } from './mail-news.service.ts'
import { type QueuedNews, sendNews } from './send-news.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'wishlist.mail_news': Record<string, never>
  }
}
declare module '#lib/outbox/outbox.ts' {
  interface Messages {
    /** Contains no secret except the unsubscribe link, which can only end this kind of mail. */
    'wishlist.send_news': QueuedNews
  }
}

export const wishlistJobs = (parts: Parameters<typeof mailWishlistNews>[0]): JobHandlers<'wishlist.mail_news'> => ({
  'wishlist.mail_news': (_, { signal }) => mailWishlistNews(parts, signal),
})

export const wishlistMessages = (parts: Parameters<typeof sendNews>[0]): MessageHandlers<'wishlist.send_news'> => ({
  'wishlist.send_news': (news) => sendNews(parts, news),
})

/** Once a day is enough for mails that come at most once a week. */
export const WISHLIST_SCHEDULE: JobSchedule<'wishlist.mail_news'> = { 'wishlist.mail_news': { cron: '23 9 * * *' } }
