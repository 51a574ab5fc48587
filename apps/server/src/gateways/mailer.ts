import { createTransport } from 'nodemailer'
import type { Config } from '#config.ts'

interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Answers go to people, not to the address that sends. */
  replyTo: string
  /** Only for mails that can be switched off. */
  unsubscribeUrl?: string | undefined
  /** The same for every attempt at one mail, so that a repeated delivery can be recognised. */
  messageId: string
}

export interface Mailer {
  send: (mail: Mail) => Promise<void>
  check: () => Promise<void>
  close: () => void
}

/** A mail server that accepts and says nothing would otherwise hold a job for ten minutes. */
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 }

/** Keeps out-of-office replies and help desks from answering, and being answered, without end. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

export const openMailer = ({ url, from }: Config['mail'], timeouts = TIMEOUTS): Mailer => {
  const transport = createTransport({ url, ...timeouts }, { from })
  const [, domain = 'slipstream'] = /@([\w.-]+)/.exec(from) ?? []
  return {
    send: async ({ messageId, unsubscribeUrl, ...mail }) => {
      await transport.sendMail({
        ...mail,
        messageId: `<${messageId}@${domain}>`,
        headers: { ...AUTOMATIC, ...(unsubscribeUrl && { 'List-Unsubscribe': `<${unsubscribeUrl}>` }) },
        // Everything is in the mail itself. Nothing that somebody typed may make the transport read a file or an address.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    },
    check: async () => {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
