import { inTransaction } from '@slipstream/db/client'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { announceErasures, type AnnounceParts, mailErasure } from './announce-erasure.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'account.announce_erasures': Record<string, never>
    'account.mail_erasure': { userId: number; email: string }
  }
}

type AccountJob = 'account.announce_erasures' | 'account.mail_erasure'

export const accountJobs = (parts: AnnounceParts): JobHandlers<AccountJob> => ({
  'account.announce_erasures': () => inTransaction(parts.db, announceErasures),
  'account.mail_erasure': (wanted) => mailErasure(parts, wanted),
})

export const ACCOUNT_SCHEDULE: JobSchedule<AccountJob> = { 'account.announce_erasures': { cron: '37 9 * * *' } }
