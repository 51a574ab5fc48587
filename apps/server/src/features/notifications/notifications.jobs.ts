import type { Db } from '@slipstream/db/client'
import { readSettings } from '#features/settings/settings.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { JobHandlers } from '#lib/jobs.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'

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
