import { responseHoursOf, TICKET_LINK_DAYS, type TicketCategory } from '@slipstream/contract/ticket-terms'
import { type Letter, type Sender, text } from '#lib/mail/letter.ts'
import { writtenTime } from '#lib/mail/written-dates.ts'

interface MailedTicket {
  id: number
  category: TicketCategory
  /** Where the thread is read: a page that asks to sign in, or the guest's own link. */
  url: string
  isGuest: boolean
}

/** Comes first in the mail, because incoming mail is not collected and nobody would read a reply. */
const NO_REPLIES = text('Replies to this e-mail are not read. Use the button below to reply.')

const aboutTicket = ({ id, url, isGuest }: MailedTicket, sender: Sender) => ({
  button: { label: 'Open your ticket', url },
  after: isGuest ? [text(`The link is only for you and works for ${TICKET_LINK_DAYS} days.`)] : [],
  reason: isGuest
    ? `You’re receiving this e-mail because someone entered this address in ${sender.storeName}’s contact form. If it wasn’t you, you can ignore it.`
    : `You’re receiving this e-mail because of your ticket ${id} at ${sender.storeName}.`,
})

/** Repeats nothing that the guest wrote: the address may belong to somebody else. */
export const receivedMail = (ticket: MailedTicket, sender: Sender): Letter => ({
  ...aboutTicket(ticket, sender),
  template: { name: 'ticket-received', variables: { ticket: String(ticket.id) } },
  subject: `We have received your message: ticket ${ticket.id}`,
  preview: `We answer within ${responseHoursOf(ticket.category)} hours.`,
  heading: 'We have received your message',
  body: [
    NO_REPLIES,
    text(
      `Thank you for writing to ${sender.storeName}. We answer within ${responseHoursOf(ticket.category)} hours and ` +
        'e-mail you when we do.',
    ),
  ],
})

/** A ticket's subject is the customer's text too, so the mail names its number. */
export const answerMail = (ticket: MailedTicket, answer: string, sender: Sender): Letter => ({
  ...aboutTicket(ticket, sender),
  template: { name: 'ticket-answer', variables: { ticket: String(ticket.id) } },
  subject: `We have answered your ticket ${ticket.id}`,
  preview: 'Your ticket has a new answer.',
  heading: 'We have answered your ticket',
  body: [NO_REPLIES, { kind: 'quote', title: `${sender.storeName} wrote:`, texts: [answer] }],
})

interface WaitingTickets {
  /** Counted up to a limit. */
  count: number
  firstDueAt: Date
}

/** Tells an administrator that customers wait. It names none of them and repeats none of their words. */
export const staffMail = ({ count, firstDueAt }: WaitingTickets, sender: Sender): Letter => {
  const what =
    count === 1 ? 'A ticket is waiting for a first answer' : `${count} tickets are waiting for a first answer`
  const due = writtenTime(firstDueAt, sender.timeZone)
  return {
    subject: what,
    preview: `The first is due ${due}.`,
    heading: what,
    body: [text(`The first is due ${due}.`)],
    button: { label: 'Open the tickets', url: `${sender.publicUrl}/admin/tickets` },
    reason: `You’re receiving this e-mail because you are an administrator of ${sender.storeName}. You can turn these e-mails off in your profile.`,
  }
}
