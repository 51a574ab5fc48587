import { createTransport, type Transporter } from 'nodemailer'
import type { Config } from '#config.ts'
import { inSpan } from '#lib/telemetry/current-span.ts'

interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Replies go to people, not to the sending address. */
  replyTo: string
  /** Only for mails that can be turned off. */
  unsubscribeUrl?: string | undefined
  /** Whether that address accepts the POST of RFC 8058. */
  isOneClick?: boolean | undefined
  /** The same for every attempt at one mail, so that a duplicate delivery can be recognized. */
  messageId: string
  /** The message id of the mail that began this conversation, so that mail programs show them together. */
  inReplyTo?: string | undefined
}

export interface Mailer {
  send: (mail: Mail) => Promise<void>
  check: () => Promise<void>
  close: () => void
}

/** With the defaults, a mail server that stops responding would hold a job for ten minutes. */
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 20_000 }

/** Prevents endless loops with auto-responders. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

export const openMailer = ({ url, from }: Config['mail'], timeouts = TIMEOUTS): Mailer =>
  mailerOf(createTransport({ url, ...timeouts }, { from }), from)

/** For promotional mail: keeps its connections, because a handshake for each of 100,000 mails takes hours. */
export const openBulkMailer = ({ url, from }: Config['mail'], connections: number): Mailer =>
  mailerOf(
    createTransport({ url, ...TIMEOUTS, pool: true, maxConnections: connections, maxMessages: Infinity }, { from }),
    from,
  )

const mailerOf = (transport: Pick<Transporter, 'sendMail' | 'verify' | 'close'>, from: string): Mailer => {
  const [, domain = 'slipstream'] = /@([\w.-]+)/.exec(from) ?? []
  return {
    send: async ({ messageId, inReplyTo, unsubscribeUrl, isOneClick, ...mail }) => {
      const full = (id: string) => `<${id}@${domain}>`
      const letter = {
        ...mail,
        messageId: full(messageId),
        ...(inReplyTo !== undefined && { inReplyTo: full(inReplyTo), references: full(inReplyTo) }),
        headers: {
          ...AUTOMATIC,
          ...(unsubscribeUrl && { 'List-Unsubscribe': `<${unsubscribeUrl}>` }),
          ...(isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
        // The mail is self-contained: user input must never make the transport read a file or a URL.
        disableFileAccess: true,
        disableUrlAccess: true,
      }
      await inSpan('send mail', { 'peer.service': 'mail' }, () => transport.sendMail(letter))
    },
    check: async () => {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
