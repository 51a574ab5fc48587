import type { Mailer } from '#gateways/mailer.ts'
import { boundedLetter, boundedSender } from './bounded-letter.ts'
import { htmlPart } from './html-part.ts'
import type { Letter, Sender } from './letter.ts'
import { withTemplate } from './template.ts'
import { textPart } from './text-part.ts'

interface Delivery {
  to: string
  letter: Letter
  messageId: string
  inReplyTo?: string | undefined
}

/** Renders both parts of a mail. */
export const composeMail = (anyLetter: Letter, anySender: Sender) => {
  const [letter, sender] = [boundedLetter(withTemplate(anyLetter, anySender)), boundedSender(anySender)]
  return {
    subject: letter.subject,
    replyTo: sender.contactEmail,
    text: textPart(letter, sender),
    html: htmlPart(letter, sender),
    unsubscribeUrl: letter.unsubscribeUrl,
    isOneClick: letter.isOneClick,
  }
}

export const sendLetter = (mailer: Mailer, sender: Sender, { letter, ...delivery }: Delivery) =>
  mailer.send({ ...delivery, ...composeMail(letter, sender) })
