import { eq } from 'drizzle-orm'
import { DEFAULT_NOTIFICATION_CHOICES, type NotificationChoices } from '@slipstream/contract/account'
import type { Tx } from '@slipstream/db/client'
import { ticketMessages, tickets } from '@slipstream/db/tables/tickets'
import { users } from '@slipstream/db/tables/users'
import { addressFor } from '#features/notifications/mail-user.service.ts'
import { notify } from '#features/notifications/notify.service.ts'
import type { Letter, Sender } from '#lib/mail/letter.ts'
import { answerMail, receivedMail } from './ticket-mails.ts'
import { issueLink, mayAcknowledge } from './ticket-links.service.ts'

/** A mail of a conversation. Mail programs group mails that refer to the same first message. */
export interface TicketMail {
  to: string
  letter: Letter
  messageId: string
  inReplyTo?: string
}

const conversationOf = (ticketId: number) => `ticket-${ticketId}`

const guestUrl = (sender: Sender, secret: string) => `${sender.publicUrl}/tickets#link=${secret}`

/** The acknowledgment to a guest; null for spam, or if the address has reached its limit. */
export const writeReceived = async (tx: Tx, ticketId: number, sender: Sender): Promise<TicketMail | null> => {
  const [ticket] = await tx.select().from(tickets).where(eq(tickets.id, ticketId))
  if (!ticket?.guestEmail || ticket.status === 'spam') return null
  const to = { ticketId, email: ticket.guestEmail }
  if (!(await mayAcknowledge(tx, to))) return null
  const url = guestUrl(sender, await issueLink(tx, { ...to, mail: 'received' }))
  return {
    to: to.email,
    letter: receivedMail({ ...ticket, url, isGuest: true }, sender),
    messageId: conversationOf(ticketId),
  }
}

const notifyOfAnswer = (tx: Tx, userId: number, about: { id: number; subject: string; messageId: number }) =>
  notify(tx, [userId], {
    kind: 'answer',
    key: `answer:${about.messageId}`,
    title: 'Support answered your ticket',
    text: about.subject,
    link: `/tickets?ticket=${about.id}`,
  })

/**
 * Notifies the customer inside the store and writes the mail about an answer. Null if there is no address, if an
 * account's address is unverified, or if the customer turned these mails off.
 */
export const writeAnswer = async (tx: Tx, messageId: number, sender: Sender): Promise<TicketMail | null> => {
  const [found] = await tx
    .select({
      ticket: tickets,
      body: ticketMessages.body,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      choices: users.notificationChoices,
    })
    .from(ticketMessages)
    .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(eq(ticketMessages.id, messageId))
  if (!found || found.ticket.status === 'spam') return null
  const { ticket } = found
  if (ticket.userId !== null) await notifyOfAnswer(tx, ticket.userId, { ...ticket, messageId })
  const mail = await (ticket.userId === null ? toGuest(tx, found, sender) : toMember(found, sender))
  const conversation = conversationOf(ticket.id)
  return mail && { ...mail, messageId: `${conversation}-message-${messageId}`, inReplyTo: conversation }
}

interface Answered {
  ticket: typeof tickets.$inferSelect
  body: string
}

const toGuest = async (tx: Tx, { ticket, body }: Answered, sender: Sender) => {
  const to = ticket.guestEmail
  if (!to) return null
  const url = guestUrl(sender, await issueLink(tx, { ticketId: ticket.id, email: to, mail: 'answer' }))
  return { to, letter: answerMail({ ...ticket, url, isGuest: true }, body, sender) }
}

type Member = Pick<typeof users.$inferSelect, 'email' | 'emailVerifiedAt'> & {
  choices: Partial<NotificationChoices> | null
}

const toMember = ({ ticket, body, choices, ...member }: Answered & Member, sender: Sender) => {
  if (!(choices?.ticketReplies ?? DEFAULT_NOTIFICATION_CHOICES.ticketReplies)) return null
  const url = `${sender.publicUrl}/tickets?ticket=${ticket.id}`
  const letter = answerMail({ ...ticket, url, isGuest: false }, body, sender)
  const to = addressFor(letter, member)
  return to === null ? null : { to, letter }
}
