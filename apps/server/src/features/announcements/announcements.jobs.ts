import type { Db } from '@slipstream/db/client'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import type { MessageHandlers } from '#lib/outbox/outbox.ts'
import { findNews } from './find-news.service.ts'
import { correctAnnouncement, postAnnouncement, type PostParts } from './post-announcement.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'announcements.find': Record<string, never>
  }
}
declare module '#lib/outbox/outbox.ts' {
  interface Messages {
    'announcements.post': { id: number }
    'announcements.correct': { id: number }
  }
}

export const announcementJobs = ({ db }: { db: Db }): JobHandlers<'announcements.find'> => ({
  'announcements.find': () => findNews(db),
})

type AnnouncementMessage = 'announcements.post' | 'announcements.correct'

export const announcementMessages = (parts: PostParts): MessageHandlers<AnnouncementMessage> => ({
  'announcements.post': ({ id }) => postAnnouncement(parts, id),
  'announcements.correct': ({ id }) => correctAnnouncement(parts, id),
})

export const ANNOUNCEMENT_SCHEDULE: JobSchedule<'announcements.find'> = { 'announcements.find': { cron: '* * * * *' } }
