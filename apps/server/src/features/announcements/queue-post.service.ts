import type { Tx } from '@slipstream/db/client'
import { queueMessage } from '#lib/outbox/outbox.ts'

const POST = { kind: 'discord', isBulk: true } as const

export const queuePost = (tx: Tx, id: number, notBefore?: Date) =>
  queueMessage(tx, 'announcements.post', { id }, { ...POST, ...(notBefore && { notBefore }) })

/** Without a time, it replaces one that waits. One with a time continues a correction that is still being sent. */
export const queueCorrection = (tx: Tx, id: number, notBefore?: Date) => {
  const when = notBefore ? { notBefore } : { key: `announcements.correct:${id}` }
  return queueMessage(tx, 'announcements.correct', { id }, { ...POST, ...when })
}
