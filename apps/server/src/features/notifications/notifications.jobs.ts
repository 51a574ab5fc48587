import type { Db } from '@slipstream/db/client'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers } from '#lib/jobs/jobs.ts'
import type { Letter } from '#lib/mail/letter.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    /**
     * Stored as plain text in the queue, so no mail here may contain a secret (ADR 29). `userId` is the person the mail
     * is about, not always its recipient; the mail leaves the queue with their account.
     */
    'mail.send': { to: string; userId: number | null; letter: Letter; messageId?: string }
  }
}

interface Parts {
  db: Db
  mailer: Mailer
  storage: Storage
  publicUrl: string
}

export const notificationJobs = (parts: Parts): JobHandlers<'mail.send'> => ({
  // A worker killed right after sending sends again; the same message id lets mail programs show it once.
  'mail.send': async (mail, job) =>
    sendLetter(parts.mailer, await readSender(parts), { ...mail, messageId: mail.messageId ?? `job-${job.id}` }),
})
