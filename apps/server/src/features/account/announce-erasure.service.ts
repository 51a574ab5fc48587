import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { type Db, inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'
import { type Messages, queueMessage } from '#lib/outbox/outbox.ts'
import { erasureMail } from './account-mails.ts'
import { unannounced } from './inactive-accounts.ts'

export interface AnnounceParts {
  db: Db
  mailer: Mailer
  storage: Storage
  publicUrl: string
}

/** Mails per day. A store that imports old accounts must not look like a spammer. */
const MOST_PER_DAY = 500

type Row = { id: number; username: string; email: string | null; erased_on: string }

/** Queues a mail to each owner. Without a verified address nobody is told, and only the notice period runs. */
export const announceErasures = async (tx: Tx) => {
  const due = await readRows<Row>(tx, sql`${unannounced} order by u.last_active_at, u.id limit ${MOST_PER_DAY}`)
  for (const { id: userId, email } of due) {
    if (email === null) await noteAnnounced(tx, userId)
    else await queueErasureMail(tx, { userId, email })
  }
}

const queueErasureMail = (tx: Tx, { userId, email }: Messages['account.mail_erasure']) => {
  const options = { kind: 'account', isBulk: true, key: `account.mail_erasure ${userId}` } as const
  return queueMessage(tx, 'account.mail_erasure', { userId, email }, options)
}

/**
 * The account counts as announced only once the mail is sent, so that a mail outage never costs anybody an account. If
 * the worker dies in between, the mail is sent again with the same message id, which most mail clients show once.
 */
export const mailErasure = async (parts: AnnounceParts, { userId, email }: { userId: number; email: string }) => {
  const [row] = await readRows<Row>(parts.db, sql`select * from (${unannounced}) due where id = ${userId}`)
  if (row?.email !== email) return
  const sender = await readSender(parts)
  const letter = erasureMail({ username: row.username, erasedOn: new Date(row.erased_on) }, sender)
  await sendLetter(parts.mailer, sender, {
    to: email,
    letter,
    messageId: `erasure-${userId}-${row.erased_on.slice(0, 4)}`,
  })
  await inTransaction(parts.db, (tx) => noteAnnounced(tx, userId))
}

const noteAnnounced = async (tx: Tx, userId: number) => {
  const isNew = or(isNull(users.erasureAnnouncedAt), lte(users.erasureAnnouncedAt, users.lastActiveAt))
  await tx
    .update(users)
    .set({ erasureAnnouncedAt: sql`now()` })
    .where(and(eq(users.id, userId), isNew))
}
