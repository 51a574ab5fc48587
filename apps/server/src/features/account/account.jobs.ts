import { type Db, inTransaction } from '@slipstream/db/client'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import type { MessageHandlers } from '#lib/outbox/outbox.ts'
import { announceErasures, type AnnounceParts, mailErasure } from './announce-erasure.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'account.announce_erasures': Record<string, never>
  }
}
declare module '#lib/outbox/outbox.ts' {
  interface Messages {
    'account.mail_erasure': { userId: number; email: string }
  }
}

export const accountJobs = ({ db }: { db: Db }): JobHandlers<'account.announce_erasures'> => ({
  'account.announce_erasures': () => inTransaction(db, announceErasures),
})

export const accountMessages = (parts: AnnounceParts): MessageHandlers<'account.mail_erasure'> => ({
  'account.mail_erasure': (wanted) => mailErasure(parts, wanted),
})

export const ACCOUNT_SCHEDULE: JobSchedule<'account.announce_erasures'> = {
  'account.announce_erasures': { cron: '37 9 * * *' },
}
