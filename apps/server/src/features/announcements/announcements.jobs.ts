import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { findNews } from './find-news.service.ts'
import { correctAnnouncement, postAnnouncement, type PostParts } from './post-announcement.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'announcements.find': Record<string, never>
    'announcements.post': { id: number }
    'announcements.correct': { id: number }
  }
}

type AnnouncementJob = 'announcements.find' | 'announcements.post' | 'announcements.correct'

export const announcementJobs = (parts: PostParts): JobHandlers<AnnouncementJob> => ({
  'announcements.find': () => findNews(parts.db),
  'announcements.post': ({ id }) => postAnnouncement(parts, id),
  'announcements.correct': ({ id }) => correctAnnouncement(parts, id),
})

export const ANNOUNCEMENT_SCHEDULE: JobSchedule<AnnouncementJob> = { 'announcements.find': { cron: '* * * * *' } }
