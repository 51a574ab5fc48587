import { randomUUID } from 'node:crypto'
import { type Db, inTransaction } from '@slipstream/db/client'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'
import type { MessageHandlers } from '#lib/outbox/outbox.ts'
import { writeInvitation } from './invite.service.ts'

declare module '#lib/outbox/outbox.ts' {
  interface Messages {
    /** A message of an earlier version does not know who invites. */
    'users.mail_invitation': { userId: number; email: string; byId?: number }
  }
}

interface UserMailParts {
  db: Db
  mailer: Mailer
  storage: Storage
  publicUrl: string
}

/** The secret is created when the mail is sent, so that no usable link waits in the outbox or in a backup (ADR 29). */
export const usersMessages = (parts: UserMailParts): MessageHandlers<'users.mail_invitation'> => ({
  'users.mail_invitation': async (wanted) => {
    const sender = await readSender(parts)
    const letter = await inTransaction(parts.db, (tx) => writeInvitation(tx, wanted, sender))
    // A retry mails a new link, so mail programs must not treat it as a duplicate.
    if (letter) await sendLetter(parts.mailer, sender, { to: wanted.email, letter, messageId: randomUUID() })
  },
})
