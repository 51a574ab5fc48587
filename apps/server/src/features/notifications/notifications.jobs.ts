import type { Mailer } from '#gateways/mailer.ts'
import type { JobHandlers } from '#lib/jobs.ts'

export const notificationJobs = ({ mailer }: { mailer: Mailer }): JobHandlers<'mail.send'> => ({
  // A worker killed between sending and noting it sends twice; the same message id lets mail programs show it once.
  'mail.send': (mail, job) => mailer.send({ ...mail, messageId: `job-${job.id}` }),
})
