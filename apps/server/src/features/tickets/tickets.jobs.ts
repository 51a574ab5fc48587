import { and, isNull, lt, sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { ticketAttachments } from '@slipstream/db/tables/tickets'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import type { Sender } from '#lib/mail/letter.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'
import type { MessageHandlers } from '#lib/outbox/outbox.ts'
import { followRequest } from './follow-request.service.ts'
import { mailStaff } from './mail-staff.service.ts'
import { type TicketMail, writeAnswer, writeReceived } from './mail-ticket.service.ts'
import { removeOldLinks } from './ticket-links.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    /** Tells administrators how many tickets wait. */
    'tickets.mail_staff': Record<string, never>
    /** A buyer asked for money back, or somebody decided about it. */
    'tickets.follow_request': { requestId: number }
    'tickets.sweep': Record<string, never>
  }
}
declare module '#lib/outbox/outbox.ts' {
  interface Messages {
    'tickets.mail_received': { ticketId: number }
    'tickets.mail_answer': { messageId: number }
  }
}

type TicketJob = 'tickets.mail_staff' | 'tickets.follow_request' | 'tickets.sweep'

interface Parts {
  db: Db
  storage: Storage
  publicUrl: string
}

/** A guest's link is a secret: it is created when the mail is sent, and never waits in the outbox (ADR 29). */
export const ticketMessages = (
  parts: Parts & { mailer: Mailer },
): MessageHandlers<'tickets.mail_received' | 'tickets.mail_answer'> => {
  const { db, mailer } = parts
  const send = async (write: (tx: Tx, sender: Sender) => Promise<TicketMail | null>) => {
    const sender = await readSender(parts)
    const mail = await inTransaction(db, (tx) => write(tx, sender))
    if (mail) await sendLetter(mailer, sender, mail)
  }
  return {
    'tickets.mail_received': ({ ticketId }) => send((tx, sender) => writeReceived(tx, ticketId, sender)),
    'tickets.mail_answer': ({ messageId }) => send((tx, sender) => writeAnswer(tx, messageId, sender)),
  }
}

export const ticketJobs = (parts: Parts): JobHandlers<TicketJob> => {
  const { db } = parts
  return {
    'tickets.mail_staff': async () => {
      const sender = await readSender(parts)
      await inTransaction(db, (tx) => mailStaff(tx, sender))
    },
    'tickets.follow_request': ({ requestId }) => inTransaction(db, (tx) => followRequest(tx, requestId)),
    'tickets.sweep': async () => {
      await inTransaction(db, removeOldLinks)
      await inTransaction(db, removeUnsent)
    },
  }
}

/** Removes files of messages that were never sent. The bucket sweep removes their objects. */
const removeUnsent = (tx: Tx) =>
  tx
    .delete(ticketAttachments)
    .where(and(isNull(ticketAttachments.messageId), lt(ticketAttachments.createdAt, sql`now() - interval '1 day'`)))

export const TICKET_SCHEDULE: JobSchedule<TicketJob> = { 'tickets.sweep': { cron: '53 * * * *' } }
