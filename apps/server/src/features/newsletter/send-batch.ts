import { createHash } from 'node:crypto'
import type { NewsletterForm } from '@slipstream/contract/newsletter'
import type { Encryption } from '#features/auth/encryption.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Sender } from '#lib/mail/letter.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'
import { newsletterLetter } from './newsletter-letter.ts'
import type { Claimed, Outcome } from './recipients.service.ts'
import { unsubscribeUrl } from './unsubscribe-token.ts'

interface BatchParts {
  promotions: Mailer
  publicUrl: string
  encryption: Encryption
}

export interface MailBatch {
  newsletterId: number
  form: NewsletterForm
  sender: Sender
  batch: readonly Claimed[]
}

/** Sends the mails of a batch in parallel; a refused address does not affect the others. */
export const sendBatch = (parts: BatchParts, { newsletterId, form, sender, batch }: MailBatch): Promise<Outcome[]> =>
  Promise.all(
    batch.map(async ({ userId, address }): Promise<Outcome> => {
      const url = unsubscribeUrl(parts.encryption, parts.publicUrl, userId, 'newsletter')
      const letter = newsletterLetter(form, sender, url)
      const messageId = `news-${newsletterId}-${createHash('sha256').update(address).digest('hex').slice(0, 32)}`
      try {
        await sendLetter(parts.promotions, sender, { to: address, letter, messageId })
        return { userId, state: 'accepted', note: '', isUnreachable: false }
      } catch (error) {
        return { userId, ...outcomeOf(error) }
      }
    }),
  )

interface MailError {
  message?: string
  code?: string
  syscall?: string
  responseCode?: number
  command?: string
}

/** Whether the mail server, the network or our password failed before the mail was handed over. */
const isUnreachable = ({ code = '', syscall, responseCode, command = '' }: MailError) =>
  syscall === 'connect' ||
  responseCode === 421 ||
  ['EAUTH', 'EDNS', 'ETLS'].includes(code) ||
  /^(AUTH|EHLO|HELO|STARTTLS)/.test(command)

/** What is known after a failure. Without a reply from the server, the mail may have arrived. */
export const outcomeOf = (error: unknown): Omit<Outcome, 'userId'> => {
  const { message = '', responseCode = 0 } = error as MailError
  const note = message.slice(0, 200)
  if (isUnreachable(error as MailError)) return { state: 'waiting', note, isUnreachable: true }
  if (responseCode >= 500) return { state: 'refused', note, isUnreachable: false }
  return { state: responseCode >= 400 ? 'waiting' : 'unknown', note, isUnreachable: false }
}
