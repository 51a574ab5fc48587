import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { MessageKind } from '@slipstream/contract/outbox-kinds'
import type { Tx } from '@slipstream/db/client'
import { outbox } from '@slipstream/db/tables/outbox'
import type { Letter } from '../mail/letter.ts'
import { enqueueAll } from '../jobs/jobs.ts'
import { isDiscarded } from './hold.ts'

/** Payload of every outgoing message by name. A feature declares its own beside their handlers. */
export interface Messages {
  /**
   * Stored as plain text, so no letter here may contain a secret (ADR 29). `userId` is the person the mail is about,
   * not always its recipient; the mail leaves the outbox with their account.
   */
  'mail.send': { to: string; userId: number | null; letter: Letter }
}
export type MessageName = keyof Messages

interface Sending {
  /** The same for every attempt. */
  messageId: string
  /** Aborted when the worker shuts down. */
  signal: AbortSignal
}

/** A message is sent at least once; who must not get it twice needs a claim of the handler's own. */
export type MessageHandlers<Name extends MessageName = MessageName> = {
  [N in Name]: (payload: Messages[N], sending: Sending) => Promise<void>
}

interface MessageOptions {
  kind: MessageKind
  /** Nobody waits for it, so it goes after everything else and never takes a slot that a person's mail needs. */
  isBulk?: boolean
  /** What it reports: `release 12`. Then `withdrawMessages` can take it back while it waits. */
  about?: string
  /** A waiting message with this key is replaced. */
  key?: string
  /** A message with this key that was already sent is not sent again: for jobs that write a mail and may run twice. */
  isOnce?: boolean
  /** When what it reports came about, if a job writes it later: who discards what is that old means it too. */
  since?: Date | undefined
  /** Not before this time; until then it can be withdrawn. */
  notBefore?: Date
}

/** Queues a message in the transaction, so it exists only if that commits. */
export const queueMessage = async <Name extends MessageName>(
  tx: Tx,
  name: Name,
  payload: Messages[Name],
  { kind, isBulk = false, about, key, isOnce = false, since, notBefore }: MessageOptions,
) => {
  if (isOnce && key !== undefined && (await isSettled(tx, key))) return
  if (since && (await isDiscarded(tx, kind, since))) return
  // Columns, so that erasure, export and lists need not look into payloads.
  const { userId, to, email } = payload as { userId?: number | null; to?: string; email?: string }
  const row = {
    kind,
    name,
    isBulk,
    about,
    key,
    notBefore,
    payload,
    userId: userId ?? null,
    address: to ?? email,
    createdAt: since,
  }
  const rows = await tx
    .insert(outbox)
    .values(row)
    .onConflictDoUpdate({
      target: outbox.key,
      targetWhere: sql`key is not null and settled_at is null`,
      set: { ...row, notBefore: notBefore ?? null },
      // One that is being sent right now already says it.
      setWhere: eq(outbox.state, 'waiting'),
    })
    .returning(QUEUED)
  await queueSending(tx, rows)
}

export const queueMail = (tx: Tx, mail: Messages['mail.send'], options: MessageOptions) =>
  queueMessage(tx, 'mail.send', mail, options)

const isSettled = async (tx: Tx, key: string) => {
  const [row] = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.key, key), isNotNull(outbox.settledAt)))
    .limit(1)
  return row !== undefined
}

const QUEUED = { id: outbox.id, kind: outbox.kind, isBulk: outbox.isBulk, notBefore: outbox.notBefore }
type Queued = Pick<typeof outbox.$inferSelect, keyof typeof QUEUED>

/** Alerts go first, because a flood of customer mail may be what they are about. */
const priorityOf = ({ kind, isBulk }: Queued) => (kind === 'alerts' ? -20 : isBulk ? 10 : -10)

/** The job names only the row, and looks there whether it may be sent. */
const queueSending = async (tx: Tx, rows: readonly Queued[]) => {
  const jobOf = (row: Queued) => ({
    jobKey: `outbox:${row.id}`,
    payload: { id: row.id },
    priority: priorityOf(row),
    ...(row.notBefore && { runAt: row.notBefore }),
  })
  const [bulk, others] = [rows.filter(({ isBulk }) => isBulk), rows.filter(({ isBulk }) => !isBulk)]
  if (others.length > 0) await enqueueAll(tx, 'outbox.send', others.map(jobOf))
  if (bulk.length > 0) await enqueueAll(tx, 'outbox.send_bulk', bulk.map(jobOf))
}

/** Takes back what still waits; what was sent or is being sent stays. Returns the number of messages. */
export const withdrawMessages = async (tx: Tx, about: string): Promise<number> => {
  const withdrawn = await tx
    .update(outbox)
    .set({ state: 'withdrawn', payload: null, settledAt: sql`now()` })
    .where(and(eq(outbox.about, about), eq(outbox.state, 'waiting')))
    .returning({ id: outbox.id })
  return withdrawn.length
}

const RELEASED_AT_ONCE = 500

/**
 * Queues some of a kind's waiting messages again after its hold has ended. Returns the last one, or null if there are
 * no more.
 */
export const queueReleased = async (tx: Tx, kind: MessageKind, afterId: number): Promise<number | null> => {
  const rows = await tx
    .select(QUEUED)
    .from(outbox)
    .where(
      and(eq(outbox.kind, kind), isNull(outbox.settledAt), eq(outbox.state, 'waiting'), sql`${outbox.id} > ${afterId}`),
    )
    .orderBy(outbox.id)
    .limit(RELEASED_AT_ONCE)
  await queueSending(tx, rows)
  return rows.at(-1)?.id ?? null
}
