import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { DEFAULT_NOTIFICATION_CHOICES } from '@slipstream/contract/account'
import { MINUTE_MS } from '@slipstream/contract/durations'
import type { Tx } from '@slipstream/db/client'
import { tickets } from '@slipstream/db/tables/tickets'
import { users } from '@slipstream/db/tables/users'
import { enqueue } from '#lib/jobs/jobs.ts'
import { queueMail } from '#lib/outbox/outbox.ts'
import type { Sender } from '#lib/mail/letter.ts'
import { staffMail } from './ticket-mails.ts'

/** Tickets opened within this time share one mail, however many strangers write. */
const COLLECTED_MS = 10 * MINUTE_MS
const JOB_KEY = 'tickets.mail_staff'
const [MOST_COUNTED, MOST_MAILED] = [1_000, 100]

/** Call in the transaction that opens a ticket. A mail that is already queued keeps its time. */
export const queueStaffMail = (tx: Tx) =>
  enqueue(
    tx,
    'tickets.mail_staff',
    {},
    { jobKey: JOB_KEY, runAt: new Date(Date.now() + COLLECTED_MS), keepsTime: true },
  )

/** Queues a mail to every administrator who wants it, unless all tickets have been answered meanwhile. */
export const mailStaff = async (tx: Tx, sender: Sender) => {
  const waiting = await tx
    .select({ dueAt: tickets.dueAt })
    .from(tickets)
    .where(
      and(
        sql`${tickets.status} = 'open' and ${tickets.mergedIntoId} is null`,
        isNull(tickets.firstAnsweredAt),
        isNotNull(tickets.dueAt),
      ),
    )
    .orderBy(asc(tickets.dueAt))
    .limit(MOST_COUNTED)
  const firstDueAt = waiting[0]?.dueAt
  if (!firstDueAt) return
  const letter = staffMail({ count: waiting.length, firstDueAt }, sender)
  for (const { id, email } of await readRecipients(tx)) {
    // A mail that still waits is replaced, so that many tickets give one mail.
    await queueMail(tx, { to: email, userId: id, letter }, { kind: 'tickets', key: `${JOB_KEY}:${id}` })
  }
}

const readRecipients = async (tx: Tx) => {
  const admins = await tx
    .select({ id: users.id, email: users.email, choices: users.notificationChoices })
    .from(users)
    .where(
      and(eq(users.isAdmin, true), isNotNull(users.emailVerifiedAt), isNull(users.bannedAt), isNull(users.erasedAt)),
    )
    .orderBy(asc(users.id))
    .limit(MOST_MAILED)
  return admins.flatMap(({ id, email, choices }) =>
    email !== null && (choices.newTickets ?? DEFAULT_NOTIFICATION_CHOICES.newTickets) ? [{ id, email }] : [],
  )
}
