import type { Db } from '@slipstream/db/client'
import { withNotMeLink } from '#features/notifications/not-me-link.ts'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'
import type { MessageHandlers } from '#lib/outbox/outbox.ts'

export interface MailParts {
  db: Db
  mailer: Mailer
  storage: Storage
  publicUrl: string
  encryption: Parameters<typeof withNotMeLink>[2]['encryption']
}

export const mailMessages = (parts: MailParts): MessageHandlers<'mail.send'> => ({
  // A worker killed right after sending sends again; the same message id lets mail programs show it once.
  'mail.send': async (mail, { messageId }) =>
    sendLetter(parts.mailer, await readSender(parts), {
      to: mail.to,
      letter: withNotMeLink(mail.letter, mail, parts),
      messageId,
    }),
})
