import { eq } from 'drizzle-orm'
import { DEFAULT_NOTIFICATION_CHOICES } from '@slipstream/contract/account'
import type { Tx } from '@slipstream/db/client'
import { ticketMessages, tickets } from '@slipstream/db/tables/tickets'
import { users } from '@slipstream/db/tables/users'
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
      verifiedAt: users.emailVerifiedAt,
      choices: users.notificationChoices,
    })
    .from(ticketMessages)
    .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
    .leftJoin(users, eq(users.id, tickets.userId))
    .where(eq(ticketMessages.id, messageId))
  if (!found || found.ticket.status === 'spam') return null
  const { ticket, body, verifiedAt, choices } = found
  const isGuest = ticket.userId === null
  if (ticket.userId !== null) await notifyOfAnswer(tx, ticket.userId, { ...ticket, messageId })
  const wantsMail = choices?.ticketReplies ?? DEFAULT_NOTIFICATION_CHOICES.ticketReplies
  if (!isGuest && !wantsMail) return null
  const email = isGuest ? ticket.guestEmail : verifiedAt && found.email
  if (!email) return null
  const url = isGuest
    ? guestUrl(sender, await issueLink(tx, { ticketId: ticket.id, email, mail: 'answer' }))
    : `${sender.publicUrl}/tickets?ticket=${ticket.id}`
  const conversation = conversationOf(ticket.id)
  return {
    to: email,
    letter: answerMail({ ...ticket, url, isGuest }, body, sender),
    messageId: `${conversation}-message-${messageId}`,
    inReplyTo: conversation,
  }
}
