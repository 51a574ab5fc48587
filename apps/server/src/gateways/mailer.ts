import { createTransport } from 'nodemailer'
import type { Config } from '#config.ts'

interface Mail {
  to: string
  subject: string
  text: string
  html?: string | undefined
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

export const openMailer = ({ url, from }: Config['mail'], timeouts = TIMEOUTS): Mailer => {
  const transport = createTransport({ url, ...timeouts }, { from })
  return {
    send: async (mail) => {
      await transport.sendMail({ ...mail, messageId: `<${mail.messageId}@slipstream>` })
    },
    check: async () => {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
