import { and, eq, not, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { outbox } from '@slipstream/db/tables/outbox'
import type { RunningJob } from '#lib/jobs/jobs.ts'
import { isHeldNow } from '#lib/outbox/hold.ts'
import type { MessageHandlers, MessageName } from '#lib/outbox/outbox.ts'

export interface SendParts {
  db: Db
  messages: MessageHandlers
}

/**
 * Sends a message that still waits and whose kind is not held. It is claimed before the first byte leaves, so one that
 * may have been sent never counts as waiting. If the worker dies in between, the same job sends it again with the same
 * message id.
 */
export const sendMessage = async ({ db, messages }: SendParts, id: number, job: RunningJob) => {
  const message = await inTransaction(db, (tx) => claim(tx, id, job.id))
  if (!message) return
  const send = messages[message.name as MessageName]
  try {
    if (!send) throw new Error(`no worker knows the message "${message.name}"`)
    // The payload was typed when it was queued, by the same table of messages.
    await send(message.payload as never, { messageId: message.messageId, signal: job.signal })
  } catch (error) {
    await inTransaction(db, (tx) => noteFailure(tx, id, job, error))
    throw error
  }
  await inTransaction(db, (tx) => settle(tx, id, job))
}

const claim = async (tx: Tx, id: number, jobId: string) => {
  const isMine = sql`(${outbox.state} in ('waiting', 'failed') or ${outbox.state} = 'sending' and ${outbox.claimedBy} = ${jobId})`
  const [claimed] = await tx
    .update(outbox)
    .set({
      state: 'sending',
      claimedBy: jobId,
      attempts: sql`${outbox.attempts} + 1`,
      settledAt: null,
      // A newer message may have taken the key of a failed one.
      key: sql`case when ${outbox.state} <> 'failed' then ${outbox.key} end`,
    })
    .where(and(eq(outbox.id, id), isMine, not(isHeldNow(sql`${outbox}.kind`))))
    .returning({ name: outbox.name, payload: outbox.payload, messageId: outbox.messageId })
  return claimed
}

const isOf = (id: number, { id: jobId }: RunningJob) =>
  and(eq(outbox.id, id), eq(outbox.state, 'sending'), eq(outbox.claimedBy, jobId))

const settle = (tx: Tx, id: number, job: RunningJob) =>
  tx.update(outbox).set({ state: 'sent', payload: null, lastError: null, settledAt: sql`now()` }).where(isOf(id, job))

const noteFailure = (tx: Tx, id: number, job: RunningJob, error: unknown) =>
  tx
    .update(outbox)
    .set({
      lastError: error instanceof Error ? error.message : String(error),
      ...(job.isLastAttempt ? { state: 'failed', settledAt: sql`now()` } : { state: 'waiting' }),
    })
    .where(isOf(id, job))
