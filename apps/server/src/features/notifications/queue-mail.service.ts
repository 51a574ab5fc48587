import type { Tx } from '@slipstream/db/client'
import { enqueue, type Jobs } from '#lib/jobs/jobs.ts'

/**
 * Queues a mail that a job has written. If its worker dies after the commit, the job runs again with the same key: a
 * mail that still waits is replaced, and one that was sent keeps its message id, so mail programs show it once.
 */
export const queueMailOnce = (tx: Tx, key: string, mail: Jobs['mail.send'], { priority = 0 } = {}) =>
  enqueue(tx, 'mail.send', { ...mail, messageId: key }, { jobKey: `mail-${key}`, priority })
