import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { NewsletterForm } from '@slipstream/contract/newsletter'
import { type Db, inTransaction } from '@slipstream/db/client'
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

export const SEND_NEWSLETTER: OperationKind = { kind: 'newsletter', title: 'Newsletter', unit: 'rows' }

/** Also the number of connections to the mail server, and so the most mails whose fate a killed worker leaves unknown. */
export const BATCH = 20
/** How long one slice sends before it reports. */
const SLICE_MS = 2_000

export interface Cursor {
  newsletterId: number
  phase: 'fix audience' | 'send'
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
    step: async (run) =>
      run.cursor.phase === 'fix audience' ? fixAudience(parts.db, run.cursor) : sendSome(parts, run),
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

const readForm = async (db: Db, newsletterId: number) => {
  const [row] = await db.select().from(newsletters).where(eq(newsletters.id, newsletterId))
  return row?.state === 'sending' ? row.form : null
}

/** Everybody who is in the audience now. Those who come later do not get it, those who leave are skipped. */
const fixAudience = async (db: Db, { newsletterId }: Cursor) => {
  const form = await readForm(db, newsletterId)
  if (!form) return stopped
  return async (tx: Parameters<typeof giveUpClaims>[0]): Promise<Step<Cursor>> => {
    await tx.execute(sql`
      insert into ${newsletterRecipients} (newsletter_id, user_id, address)
      select ${newsletterId}, u.id, u.email from ${users} u where ${mayGet('newsletter')} and ${isIn(form.audience)}
      on conflict do nothing`)
    const counts = await countRecipients(tx, newsletterId)
    return { cursor: { newsletterId, phase: 'send' }, ...progressOf(counts) }
  }
}

const stopped: Step<Cursor> = { result: { isPaused: true }, message: 'Paused' }

type Counts = Awaited<ReturnType<typeof countRecipients>>
const progressOf = (counts: Counts) => {
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0)
  const done = total - counts.waiting - counts.sending
  return { done, total, message: `${counts.accepted} submitted, ${counts.waiting} waiting` }
}

const sendSome = async (parts: SendingParts, { cursor, signal }: Run<Cursor>) => {
  const { newsletterId } = cursor
  // A batch that is still claimed here belongs to a run that died: nobody knows which of its mails arrived.
  await inTransaction(parts.db, (tx) => giveUpClaims(tx, newsletterId))
  const form = await readForm(parts.db, newsletterId)
  if (!form) return stopped
  const sender = await readSender(parts)
  const until = Date.now() + SLICE_MS
  for (let isOver = false; !isOver && Date.now() < until; ) {
    signal.throwIfAborted()
    isOver = !(await sendOneBatch(parts, { newsletterId, form, sender }, signal))
  }
  return async (tx: Parameters<typeof giveUpClaims>[0]): Promise<Step<Cursor>> => {
    const counts = await countRecipients(tx, newsletterId)
    const [row] = await tx
      .select({ state: newsletters.state })
      .from(newsletters)
      .where(eq(newsletters.id, newsletterId))
      .for('update')
    if (row?.state !== 'sending') return stopped
    if (counts.waiting > 0) return { cursor, ...progressOf(counts) }
    await tx
      .update(newsletters)
      .set({ state: 'done', finishedAt: sql`now()`, counts, problem: null })
      .where(eq(newsletters.id, newsletterId))
    return { result: counts, message: `Submitted to ${counts.accepted} people` }
  }
}

/** Claims, sends and settles one batch. False if nobody waits, or the newsletter was paused. */
const sendOneBatch = async (
  parts: SendingParts,
  mail: { newsletterId: number; form: NewsletterForm; sender: MailBatch['sender'] },
  signal: AbortSignal,
) => {
  const begun = Date.now()
  const size = Math.min(BATCH, mail.form.perMinute)
  const claim = randomUUID()
  // Committed before anything is sent: a mail that was sent is never waiting.
  const batch = await inTransaction(parts.db, (tx) => claimBatch(tx, mail.newsletterId, { claim, size }))
  if (batch.length === 0) return false
  const outcomes = await sendBatch(parts, { ...mail, batch })
  await inTransaction(parts.db, (tx) => settleBatch(tx, { newsletterId: mail.newsletterId, claim, outcomes }))
  const unreachable = outcomes.find(({ isUnreachable }) => isUnreachable)
  if (unreachable) throw new Error(`The mail server cannot be reached: ${unreachable.note}`)
  const rest = (batch.length / mail.form.perMinute) * 60_000 - (Date.now() - begun)
  if (rest > 0) await sleep(rest, undefined, { signal })
  return true
}
