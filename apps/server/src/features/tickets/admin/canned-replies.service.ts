import { asc, eq } from 'drizzle-orm'
import type { CannedReply, CannedReplyForm } from '@slipstream/contract/tickets-replies'
import type { Db, Tx } from '@slipstream/db/client'
import { cannedReplies } from '@slipstream/db/tables/ticket-desk'
import { recorderOf } from '#features/audit/audit.service.ts'
import { DomainError } from '#lib/domain-error.ts'

const MOST_REPLIES = 200

const COLUMNS = { id: cannedReplies.id, title: cannedReplies.title, body: cannedReplies.body }

export const listCannedReplies = (db: Db): Promise<CannedReply[]> =>
  db.select(COLUMNS).from(cannedReplies).orderBy(asc(cannedReplies.title), asc(cannedReplies.id)).limit(MOST_REPLIES)

export const createCannedReply = async (tx: Tx, by: number, form: CannedReplyForm): Promise<CannedReply> => {
  if ((await tx.$count(cannedReplies)) >= MOST_REPLIES) throw new DomainError('canned_reply.too_many')
  const [created] = await tx.insert(cannedReplies).values(form).returning(COLUMNS)
  if (!created) throw new Error('the canned reply was not written')
  await audit(tx, by, 'create', null, created)
  return created
}

export const editCannedReply = async (tx: Tx, by: number, id: number, form: CannedReplyForm): Promise<CannedReply> => {
  const [before] = await tx.select(COLUMNS).from(cannedReplies).where(eq(cannedReplies.id, id)).for('update')
  const [after] = await tx.update(cannedReplies).set(form).where(eq(cannedReplies.id, id)).returning(COLUMNS)
  if (!before || !after) throw new DomainError('canned_reply.not_found')
  await audit(tx, by, 'edit', before, after)
  return after
}

/** Idempotent. */
export const removeCannedReply = async (tx: Tx, by: number, id: number) => {
  const [removed] = await tx.delete(cannedReplies).where(eq(cannedReplies.id, id)).returning(COLUMNS)
  if (removed) await audit(tx, by, 'remove', removed, null)
}

const audit = recorderOf<CannedReply>({
  subject: 'canned reply',
  nameOf: ({ title }) => title,
  written: (reply) => reply,
})
