import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { ticketTrackers } from '@slipstream/db/tables/ticket-desk'
import { tickets } from '@slipstream/db/tables/tickets'
import { declareOperation, type OperationKind, type Step } from '#features/operations/operation.ts'
import { answerTicket } from '../answer-ticket.service.ts'

export const ANSWER_TRACKER: OperationKind = {
  kind: 'answer-tracker',
  title: 'Answers to a known problem',
  unit: 'rows',
}
const BATCH = 20

interface Cursor {
  trackerId: number
  /** The staff member who wrote the answer. */
  by: number
  total: number
  done: number
  /** The last ticket that was answered. */
  after: number
}

export const beginAnswers = (trackerId: number, by: number, total: number): Cursor => ({
  trackerId,
  by,
  total,
  done: 0,
  after: 0,
})

/** Answers and solves every linked ticket, a few per slice. The answers and the cursor commit together. */
export const answerTrackerOperation = () =>
  declareOperation<Cursor>({
    ...ANSWER_TRACKER,
    step:
      async ({ cursor }) =>
      (tx) =>
        answerSome(tx, cursor),
  })

const answerSome = async (tx: Tx, cursor: Cursor): Promise<Step<Cursor>> => {
  const { trackerId, by, total, after } = cursor
  const [tracker] = await tx
    .select({ answer: ticketTrackers.answer })
    .from(ticketTrackers)
    .where(eq(ticketTrackers.id, trackerId))
  const linked = await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      and(
        eq(tickets.trackerId, trackerId),
        inArray(tickets.status, ['open', 'waiting']),
        isNull(tickets.mergedIntoId),
        gt(tickets.id, after),
      ),
    )
    .orderBy(asc(tickets.id))
    .limit(BATCH)
  for (const { id } of linked) {
    await answerTicket(tx, id, {
      authorId: by,
      body: tracker?.answer ?? '',
      clientKey: `tracker ${trackerId}`,
      after: 'solved',
    })
  }
  const done = cursor.done + linked.length
  const last = linked.at(-1)
  if (!last) return { result: { answered: done }, message: `Answered ${done} of ${total} tickets` }
  return { cursor: { ...cursor, done, after: last.id }, done, total, message: 'Answering tickets' }
}
