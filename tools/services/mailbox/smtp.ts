import PostalMime, { type Address } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { MessageStore } from './message-store.ts'

const LARGEST_MAIL = 25 * 1024 * 1024

/** Accepts every mail without a password, except mail to bounce@, which is refused. */
export const smtpServer = (store: MessageStore) => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    onRcptTo: ({ address }, _session, answer) => {
      if (/^bounce@/i.test(address)) answer(refusal(550, '5.1.1 No such user here'))
      else answer()
    },
    onData: (stream, session, answer) => {
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      keep(store, stream, recipients).then(
        () => answer(),
        (error: Error) => answer(error),
      )
    },
  })
  // A sender that is killed resets its connection. Without a listener that would end the mailbox.
  server.on('error', (error) => console.error(error.message))
  return server
}

const keep = async (store: MessageStore, stream: SMTPServerDataStream, recipients: string[]) => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  if (stream.sizeExceeded) throw refusal(552, '5.3.4 The mail is larger than 25 MB')
  const mail = await PostalMime.parse(Buffer.concat(chunks), { attachmentEncoding: 'arraybuffer' })
  store.add({
    from: written(mail.from),
    to: recipients,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? 'unnamed',
      type: mimeType,
      size: (content as ArrayBuffer).byteLength,
    })),
  })
}

const written = (address: Address | undefined) =>
  address?.name ? `${address.name} <${address.address ?? ''}>` : (address?.address ?? '')

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
