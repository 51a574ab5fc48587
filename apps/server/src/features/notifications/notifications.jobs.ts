import type { Db } from '@slipstream/db/client'
import { readSettings } from '#features/settings/settings.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { JobHandlers } from '#lib/jobs/jobs.ts'
import type { Letter } from '#lib/mail/letter.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    /**
     * Waits in the database as plain text: no letter here may hold a secret (ADR 29). Names whom the letter is about,
     * which need not be who gets it: it leaves the queue with them.
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
  // A worker killed between sending and noting it sends twice; the same message id lets mail programs show it once.
  'mail.send': async (mail, job) =>
    sendLetter(mailer, { ...(await readSettings(db)), publicUrl }, { ...mail, messageId: `job-${job.id}` }),
})
