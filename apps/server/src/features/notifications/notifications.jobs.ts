import type { Db } from '@slipstream/db/client'
import { readSettings } from '#features/settings/settings.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { JobHandlers } from '#lib/jobs/jobs.ts'
import type { Letter } from '#lib/mail/letter.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    /**
     * Stored as plain text in the queue, so no mail here may contain a secret (ADR 29). `userId` is the person the mail
     * is about, not always its recipient; it leaves the queue with their account.
     */
    'mail.send': { to: string; userId: number | null; letter: Letter }
  }
}

interface Parts {
  db: Db
  mailer: Mailer
  publicUrl: string
}

export const notificationJobs = ({ db, mailer, publicUrl }: Parts): JobHandlers<'mail.send'> => ({
  // A worker killed right after sending sends again; the same message id lets mail programs show it once.
  'mail.send': async (mail, job) =>
    sendLetter(mailer, { ...(await readSettings(db)), publicUrl }, { ...mail, messageId: `job-${job.id}` }),
})
