import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Newsletter, NewsletterForm } from '@slipstream/contract/newsletter'
import type { NewsletterState } from '@slipstream/contract/newsletter-limits'
import type { Db, Tx } from '@slipstream/db/client'
import { newsletterRecipients, newsletters } from '@slipstream/db/tables/newsletter'
import { users } from '@slipstream/db/tables/users'
import { recordChange } from '#features/audit/audit.service.ts'
import { runningCursor, startOperation } from '#features/operations/operations.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { isHeld } from '#lib/outbox/hold.ts'
import { keysOf, orderedBy, type PageOrder, readPage } from '#lib/lists/page-order.ts'
import { countRecipients } from './recipients.service.ts'
import { type Cursor, SEND_NEWSLETTER } from './send-newsletter.operation.ts'

type Row = typeof newsletters.$inferSelect

const PER_PAGE = 20
const NEWEST: PageOrder = { name: 'newest', direction: 'desc', keys: [{ of: newsletters.id, type: 'integer' }] }
const NOBODY = { waiting: 0, sending: 0, accepted: 0, refused: 0, unknown: 0, skipped: 0 }

/** Not sent to anybody yet. */
const EDITABLE: readonly NewsletterState[] = ['draft', 'scheduled', 'missed']

export const listNewsletters = async (db: Db, after: string | undefined) => {
  const { items, next } = await readPage(
    NEWEST,
    { after, size: PER_PAGE },
    (place, size) =>
      db
        .select({ row: newsletters, keys: keysOf(NEWEST) })
        .from(newsletters)
        .where(place)
        .orderBy(orderedBy(NEWEST))
        .limit(size),
    ({ row }) => row,
  )
  const shown: Newsletter[] = []
  for (const row of items) shown.push(await toNewsletter(db, row))
  return { items: shown, next }
}

export const readNewsletter = async (db: Db, id: number): Promise<Newsletter> => {
  const [row] = await db.select().from(newsletters).where(eq(newsletters.id, id))
  if (!row) throw new DomainError('newsletter.not_found')
  return toNewsletter(db, row)
}

/** Recipients are counted until the newsletter is finished; then the stored counts are used. */
const toNewsletter = async (db: Db, row: Row): Promise<Newsletter> => ({
  id: row.id,
  form: row.form,
  state: row.state,
  scheduledAt: row.scheduledAt?.toISOString() ?? null,
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  problem: row.problem,
  counts: row.counts ?? (row.startedAt ? await countRecipients(db, row.id) : NOBODY),
  createdAt: row.createdAt.toISOString(),
})

export const createNewsletter = async (tx: Tx, actorId: number, form: NewsletterForm) => {
  const [created] = await tx.insert(newsletters).values({ form }).returning()
  if (!created) throw new Error('the new newsletter was not written')
  await recordChange(tx, { ...about(created, actorId), action: 'create', after: form })
  return toNewsletter(tx, created)
}

export const editNewsletter = async (tx: Tx, actorId: number, id: number, form: NewsletterForm) => {
  const before = await lock(tx, id, EDITABLE)
  const [after] = await tx.update(newsletters).set({ form }).where(eq(newsletters.id, id)).returning()
  if (!after) throw new DomainError('newsletter.not_found')
  await recordChange(tx, { ...about(after, actorId), action: 'edit', before: before.form, after: form })
  return toNewsletter(tx, after)
}

/** Idempotent. */
export const removeNewsletter = async (tx: Tx, actorId: number, id: number) => {
  const [known] = await tx.select({ id: newsletters.id }).from(newsletters).where(eq(newsletters.id, id))
  if (!known) return
  const row = await lock(tx, id, EDITABLE)
  await tx.delete(newsletters).where(eq(newsletters.id, id))
  await recordChange(tx, { ...about(row, actorId), action: 'remove', before: row.form })
}

export const sendNewsletter = async (tx: Tx, actorId: number, id: number, at: string | null) => {
  const row = await lock(tx, id, EDITABLE)
  if (at === null) return startSending(tx, row, { actorId, action: 'send' })
  return move(tx, row, { actorId, action: 'schedule', change: { state: 'scheduled', scheduledAt: new Date(at) } })
}

/** Also cancels a schedule and the wait for tomorrow's share. A batch that is being sent right now is still settled. */
export const pauseNewsletter = async (tx: Tx, actorId: number, id: number) => {
  const row = await lock(tx, id, ['sending', 'scheduled', 'missed', 'paused'])
  if (row.state === 'paused' && !row.scheduledAt) throw new DomainError('newsletter.wrong_state')
  // A newsletter that has begun stays paused, because it must not be edited anymore.
  const state = row.startedAt ? ('paused' as const) : ('draft' as const)
  const change = { state, scheduledAt: null, problem: null, isHeld: false }
  return move(tx, row, { actorId, action: 'pause', change })
}

export const resumeNewsletter = async (tx: Tx, actorId: number, id: number) =>
  startSending(tx, await lock(tx, id, ['paused']), { actorId, action: 'resume' })

export const cancelNewsletter = async (tx: Tx, actorId: number, id: number) => {
  const row = await lock(tx, id, ['paused'])
  const counts = await countRecipients(tx, id)
  return move(tx, row, {
    actorId,
    action: 'cancel',
    change: { state: 'canceled', isHeld: false, finishedAt: new Date(), counts },
  })
}

/** Only an administrator decides this, because some recipients may get the newsletter twice. */
export const resendUnknown = async (tx: Tx, actorId: number, id: number) => {
  const row = await lock(tx, id, ['done', 'paused'])
  await tx
    .update(newsletterRecipients)
    .set({ state: 'waiting', note: null })
    .where(and(eq(newsletterRecipients.newsletterId, id), eq(newsletterRecipients.state, 'unknown')))
  return startSending(tx, row, { actorId, action: 'resend' })
}

const UNKNOWN: PageOrder = {
  name: 'unknown',
  direction: 'asc',
  keys: [{ of: newsletterRecipients.userId, type: 'integer' }],
}

export const listUnknown = async (db: Db, id: number, after: string | undefined) => {
  await readNewsletter(db, id)
  return readPage(
    UNKNOWN,
    { after, size: PER_PAGE },
    (place, size) =>
      db
        .select({
          userId: newsletterRecipients.userId,
          username: users.username,
          claimedAt: newsletterRecipients.claimedAt,
          keys: keysOf(UNKNOWN),
        })
        .from(newsletterRecipients)
        .innerJoin(users, eq(users.id, newsletterRecipients.userId))
        .where(and(eq(newsletterRecipients.newsletterId, id), eq(newsletterRecipients.state, 'unknown'), place))
        .orderBy(orderedBy(UNKNOWN))
        .limit(size),
    ({ userId, username, claimedAt }) => ({ userId, username, claimedAt: (claimedAt ?? new Date(0)).toISOString() }),
  )
}

/** After a longer outage the news may be stale, so an administrator decides. */
const LATE_HOURS = 2

/** Called every minute. One newsletter is sent at a time; the next one waits. */
export const startDueNewsletters = async (tx: Tx) => {
  if (await isHeld(tx, 'newsletter')) return
  await tx
    .update(newsletters)
    .set({ state: 'missed' })
    .where(
      and(
        eq(newsletters.state, 'scheduled'),
        sql`${newsletters.scheduledAt} < now() - make_interval(hours => ${LATE_HOURS})`,
      ),
    )
  const [due] = await tx
    .select()
    .from(newsletters)
    .where(and(inArray(newsletters.state, ['scheduled', 'paused']), sql`${newsletters.scheduledAt} <= now()`))
    .orderBy(newsletters.scheduledAt)
    .limit(1)
    .for('update', { skipLocked: true })
  if (!due) return
  const [busy] = await tx
    .select({ id: newsletters.id })
    .from(newsletters)
    .where(eq(newsletters.state, 'sending'))
    .limit(1)
  if (busy) return
  await startSending(tx, due, { actorId: null, action: due.startedAt ? 'resume' : 'send' })
}

interface Start {
  /** Null if the schedule starts it. */
  actorId: number | null
  action: string
}

/** Whether its audience must still be fixed, the newsletter itself says. */
const startSending = async (tx: Tx, row: Row, { actorId, action }: Start) => {
  if (await isHeld(tx, 'newsletter')) throw new DomainError('newsletter.held')
  const cursor: Cursor = { newsletterId: row.id }
  // A run that has not noticed the pause yet just continues.
  const running = (await runningCursor(tx, SEND_NEWSLETTER)) as Cursor | null
  if (running?.newsletterId !== row.id) await startOperation(tx, SEND_NEWSLETTER, { actorId, cursor })
  const startedAt = row.startedAt ?? new Date()
  const change = {
    state: 'sending',
    startedAt,
    finishedAt: null,
    counts: null,
    problem: null,
    isHeld: false,
    scheduledAt: null,
  } as const
  return move(tx, row, { actorId, action, change })
}

interface Move {
  actorId: number | null
  action: string
  change: Partial<typeof newsletters.$inferInsert>
}

const move = async (tx: Tx, row: Row, { actorId, action, change }: Move) => {
  const [after] = await tx.update(newsletters).set(change).where(eq(newsletters.id, row.id)).returning()
  if (!after) throw new DomainError('newsletter.not_found')
  const stateOf = ({ state, scheduledAt }: Row) => ({ state, scheduledAt: scheduledAt?.toISOString() ?? null })
  await recordChange(tx, { ...about(row, actorId), action, before: stateOf(row), after: stateOf(after) })
  return toNewsletter(tx, after)
}

const lock = async (tx: Tx, id: number, states: readonly NewsletterState[]): Promise<Row> => {
  const [row] = await tx.select().from(newsletters).where(eq(newsletters.id, id)).for('update')
  if (!row) throw new DomainError('newsletter.not_found')
  if (!states.includes(row.state)) throw new DomainError('newsletter.wrong_state')
  return row
}

const about = ({ id, form }: Row, actorId: number | null) =>
  ({ actorId, subject: 'newsletter', subjectId: id, subjectName: form.subject }) as const
