import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { NewsletterForm } from '@slipstream/contract/newsletter'
import { type Db, inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { newsletterRecipients, newsletters } from '@slipstream/db/tables/newsletter'
import { users } from '@slipstream/db/tables/users'
import type { Encryption } from '#features/auth/encryption.ts'
import { declareOperation, type OperationKind, type Run, type Step } from '#features/operations/operation.ts'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import { isIn, mayGet } from './audience.service.ts'
import { claimBatch, countRecipients, giveUpClaims, settleBatch } from './recipients.service.ts'
import { type MailBatch, sendBatch } from './send-batch.ts'
import { readShare, type Share } from './warm-up.service.ts'

export const SEND_NEWSLETTER: OperationKind = { kind: 'newsletter', title: 'Newsletter', unit: 'rows' }

/** Also the number of connections to the mail server, so a killed worker leaves at most this many mails unknown. */
export const BATCH = 20
/** How long one slice sends before it reports. */
const SLICE_MS = 2_000

export interface Cursor {
  newsletterId: number
}

export interface SendingParts {
  db: Db
  promotions: Mailer
  storage: Storage
  publicUrl: string
  encryption: Encryption
}

export const sendNewsletterOperation = (parts: SendingParts) =>
  declareOperation<Cursor>({
    ...SEND_NEWSLETTER,
    step: async (run) => {
      const newsletter = await readSending(parts.db, run.cursor)
      if (!newsletter) return stopUnlessResumed(run.cursor)
      return newsletter.audienceFixedAt
        ? sendSome(parts, run, newsletter.form)
        : fixAudience(run.cursor, newsletter.form)
    },
    abandon: async ({ newsletterId }, error) => {
      const problem = error instanceof Error ? error.message : null
      await inTransaction(parts.db, async (tx) => {
        await giveUpClaims(tx, newsletterId)
        await tx
          .update(newsletters)
          .set({ state: 'paused', problem })
          .where(sql`${newsletters.id} = ${newsletterId} and ${newsletters.state} = 'sending'`)
      })
    },
  })

const readSending = async (db: Db, { newsletterId }: Cursor) => {
  const [row] = await db.select().from(newsletters).where(eq(newsletters.id, newsletterId))
  return row?.state === 'sending' ? row : null
}

/** How many accounts one slice looks at, so that a statement stays far from its time limit in any store. */
const ACCOUNTS_AT_ONCE = 20_000

/**
 * Stores the next part of the audience, in the order of the accounts. The newsletter itself remembers how far that is,
 * so it may be paused in between. People who join later do not get it; those who leave are skipped.
 */
const fixAudience =
  (cursor: Cursor, { audience }: NewsletterForm) =>
  async (tx: Tx): Promise<Step<Cursor>> => {
    const { newsletterId } = cursor
    const row = await lockRow(tx, newsletterId)
    if (row?.state !== 'sending') return stopped
    const from = row.audienceUpTo ?? 0
    const [next] = await readRows<{ upTo: number | null }>(
      tx,
      sql`select max(id) as "upTo" from (select id from ${users} where id > ${from} order by id limit ${ACCOUNTS_AT_ONCE}) part`,
    )
    const upTo = next?.upTo ?? null
    const change = upTo === null ? { audienceFixedAt: sql`now()` } : { audienceUpTo: upTo }
    await tx.update(newsletters).set(change).where(eq(newsletters.id, newsletterId))
    if (upTo !== null) {
      await tx.execute(sql`
        insert into ${newsletterRecipients} (newsletter_id, user_id, address)
        select ${newsletterId}, u.id, u.email from ${users} u
        where u.id > ${from} and u.id <= ${upTo} and ${mayGet('newsletter')} and ${isIn(audience)}
        on conflict do nothing`)
    }
    return { cursor, ...progressOf(await countRecipients(tx, newsletterId)) }
  }

const stopped: Step<Cursor> = { result: { isPaused: true }, message: 'Paused' }

const lockRow = async (tx: Tx, newsletterId: number) => {
  const [row] = await tx.select().from(newsletters).where(eq(newsletters.id, newsletterId)).for('update')
  return row
}

/** Holds the lock that resuming also takes: either this run goes on, or the resuming request starts a new one. */
const stopUnlessResumed =
  (cursor: Cursor) =>
  async (tx: Tx): Promise<Step<Cursor>> => {
    if ((await lockRow(tx, cursor.newsletterId))?.state !== 'sending') return stopped
    return { cursor, ...progressOf(await countRecipients(tx, cursor.newsletterId)) }
  }

type Counts = Awaited<ReturnType<typeof countRecipients>>
const progressOf = (counts: Counts) => {
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0)
  const done = total - counts.waiting - counts.sending
  return { done, total, message: `${counts.accepted} submitted, ${counts.waiting} waiting` }
}

const sendSome = async (parts: SendingParts, { cursor, signal }: Run<Cursor>, form: NewsletterForm) => {
  const { newsletterId } = cursor
  // A batch that is still claimed here belongs to a run that died: nobody knows which of its mails arrived.
  await inTransaction(parts.db, (tx) => giveUpClaims(tx, newsletterId))
  const sender = await readSender(parts)
  const share = form.warmUp ? await readShare(parts.db) : null
  let left = share?.left ?? Infinity
  const until = Date.now() + SLICE_MS
  for (let isOver = left === 0; !isOver && Date.now() < until; ) {
    signal.throwIfAborted()
    const sent = await sendOneBatch(parts, { newsletterId, form, sender, most: left }, signal)
    left -= sent
    isOver = sent === 0 || left <= 0
  }
  return async (tx: Tx): Promise<Step<Cursor>> => {
    const counts = await countRecipients(tx, newsletterId)
    if ((await lockRow(tx, newsletterId))?.state !== 'sending') return stopped
    if (counts.waiting > 0 && share && left <= 0) return waitForTomorrow(tx, newsletterId, share)
    if (counts.waiting > 0) return { cursor, ...progressOf(counts) }
    await tx
      .update(newsletters)
      .set({ state: 'done', finishedAt: sql`now()`, counts, problem: null })
      .where(eq(newsletters.id, newsletterId))
    return { result: counts, message: `Submitted to ${counts.accepted} people` }
  }
}

/** The schedule (startDueNewsletters) continues the newsletter, unless an administrator pauses it. */
const waitForTomorrow = async (tx: Tx, newsletterId: number, { cap, nextAt }: Share): Promise<Step<Cursor>> => {
  const problem = `Today’s limit of ${cap} e-mails is reached. Sending continues automatically.`
  await tx
    .update(newsletters)
    .set({ state: 'paused', scheduledAt: nextAt, problem })
    .where(eq(newsletters.id, newsletterId))
  return { result: { isPaused: true }, message: problem }
}

interface Mailing {
  newsletterId: number
  form: NewsletterForm
  sender: MailBatch['sender']
  most: number
}

/** Claims, sends and settles one batch. Returns zero if no recipient is waiting or the newsletter was paused. */
const sendOneBatch = async (parts: SendingParts, mail: Mailing, signal: AbortSignal): Promise<number> => {
  const begun = Date.now()
  const size = Math.min(BATCH, mail.form.perMinute, mail.most)
  const claim = randomUUID()
  // Committed before anything is sent, so that a mail that was sent never counts as waiting.
  const batch = await inTransaction(parts.db, (tx) => claimBatch(tx, mail.newsletterId, { claim, size }))
  if (batch.length === 0) return 0
  const outcomes = await sendBatch(parts, { ...mail, batch })
  await inTransaction(parts.db, (tx) => settleBatch(tx, { newsletterId: mail.newsletterId, claim, outcomes }))
  const unreachable = outcomes.find(({ isUnreachable }) => isUnreachable)
  if (unreachable) throw new Error(`The mail server cannot be reached: ${unreachable.note}`)
  const rest = (batch.length / mail.form.perMinute) * 60_000 - (Date.now() - begun)
  if (rest > 0) await sleep(rest, undefined, { signal })
  return batch.length
}
