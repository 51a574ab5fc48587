import type { NewsletterForm } from '@slipstream/contract/newsletter'
import { erasureMail } from '#features/account/account-mails.ts'
import { accessChangedMail } from '#features/auth/access-mails.ts'
import {
  addressTakenMail,
  emailChangedMail,
  passkeyAddedMail,
  passkeyRemovedMail,
  passwordChangedMail,
  resetPasswordMail,
  verifyEmailMail,
} from '#features/auth/auth-mails.ts'
import { newReleaseMail } from '#features/locker/locker-mails.ts'
import {
  declinedMail,
  type MailedOrder,
  receiptMail,
  refundFailedMail,
  refundMail,
  requestedMail,
  undeliveredMail,
  withdrawalMail,
} from '#features/orders/order-mails.ts'
import { alertMail, testMail } from '#features/alerts/alert-mails.ts'
import { staffMail } from '#features/orders/staff-mails.ts'
import { rejectedMail, reminderMail } from '#features/reviews/review-mails.ts'
import { cancelLinkMail, composeLetter, SUBSCRIPTION_LETTERS } from '#features/subscriptions/subscription-mails.ts'
import { answerMail, receivedMail, staffMail as staffTicketMail } from '#features/tickets/ticket-mails.ts'
import { newsletterLetter } from '#features/newsletter/newsletter-letter.ts'
import { invitationMail } from '#features/users/users-mails.ts'
import { wishlistNewsMail } from '#features/wishlist/wishlist-mails.ts'
import type { Letter, Sender } from '#lib/mail/letter.ts'

interface Typed {
  title: string
  reason: string
  items?: number
  picture?: string
}

const AT = new Date('2026-11-15T18:45:03.292Z')

const orderOf = ({ title, reason, items = 2, picture }: Typed): MailedOrder => ({
  number: 'SL-2026-000123',
  totalCents: 3_098,
  saleCents: 0,
  couponCents: 300,
  consentVersion: '2026-11',
  consentedAt: AT,
  createdAt: AT,
  paidAt: AT,
  items: Array.from({ length: items }, (_, place) => ({
    title: place === 0 ? title : 'Senko Touge Pack',
    priceCents: place === 0 ? 1_999 : 1_399,
    picture: picture === undefined ? undefined : { src: picture, alt: title },
  })),
  answer: reason,
})

/** Every mail the store sends, by name, with this user input. */
export const allLetters = (typed: Typed, sender: Sender): Record<string, Letter> => {
  const order = orderOf(typed)
  const request = { number: order.number, totalCents: 3_098, reason: typed.reason, createdAt: AT, isReminder: false }
  const secret = 'k3J'.repeat(14) + 'x'
  const { title, picture } = typed
  return {
    'verify-email': verifyEmailMail(secret, sender),
    'address-taken': addressTakenMail(sender),
    'email-changed': emailChangedMail(sender),
    'reset-password': resetPasswordMail(secret, sender),
    invitation: invitationMail({ secret, username: 'maren.kessel', inviter: 'idris.vale' }, sender),
    'passkey-added': passkeyAddedMail(title, sender),
    'passkey-removed': passkeyRemovedMail(title, sender),
    'access-changed': accessChangedMail('discord_linked', sender),
    'account-erasure': erasureMail({ username: 'maren.kessel', erasedOn: AT }, sender),
    'password-changed': passwordChangedMail(sender, AT),
    receipt: receiptMail(order, sender),
    'receipt-unconfirmed': {
      ...receiptMail(order, sender),
      // The same template.
      template: undefined,
      notMeUrl: `${sender.publicUrl}/login#not-me=${'k3J'.repeat(20)}`,
    },
    refund: refundMail(order, 1_999, sender),
    undelivered: undeliveredMail(order, 3_098, sender),
    'refund-failed': refundFailedMail(order, 1_999, sender),
    withdrawal: withdrawalMail(order, 1_999, sender),
    requested: requestedMail(order, sender),
    'staff-request': staffMail({ ...request, kind: 'refund' }, sender),
    'staff-withdrawal': staffMail({ ...request, kind: 'withdrawal' }, sender),
    'staff-reminder': staffMail({ ...request, kind: 'refund', isReminder: true }, sender),
    'request-declined': declinedMail(order, sender),
    'new-release': newReleaseMail(
      {
        title,
        version: '1.2.0',
        changes: ['New springs and dampers, tuned on gravel.', 'The wipers work in the rain.', typed.reason],
        picture: picture === undefined ? undefined : { src: picture, alt: title },
      },
      sender,
    ),
    newsletter: newsletterLetter({ ...NEWSLETTER, heading: title, body: typed.reason }, sender, stopAt(sender)),
    'wishlist-news': wishlistNewsMail(
      [
        { modId: 7, title, version: '2.0', salePrice: null },
        { modId: 8, title: 'Senko Touge Pack', version: null, salePrice: 999 },
      ],
      sender,
      stopAt(sender),
    ),
    'cancel-subscription': cancelLinkMail(secret, sender),
    ...reviewLetters(title, sender),
    ...ticketLetters(typed.reason, secret, sender),
    ...subscriptionLetters(title, sender),
    ...alertLetters(typed.reason, sender),
  }
}

const NEWSLETTER: NewsletterForm = {
  subject: 'Three new mods',
  preview: 'And a sale until Sunday.',
  heading: '',
  body: '',
  button: { label: 'Show the mods', path: '/mods' },
  audience: { owns: [], wishes: [], seenWithinDays: null, awayForDays: null },
  perMinute: 60,
}

const stopAt = ({ publicUrl }: Sender) => `${publicUrl}/api/mail/unsubscribe/${'k3J'.repeat(20)}`

const reviewLetters = (title: string, sender: Sender) => ({
  'review-rejected': rejectedMail({ id: 7, title }, 'advertising', sender),
  'review-reminder': reminderMail([{ id: 7, title }], sender),
  'review-reminder-many': reminderMail(
    [
      { id: 7, title },
      { id: 8, title: 'Senko Touge Pack' },
    ],
    sender,
  ),
})

const ticketLetters = (answer: string, secret: string, sender: Sender) => {
  const ticket = {
    id: 1_187,
    category: 'mod',
    url: `${sender.publicUrl}/tickets#link=${secret}`,
    isGuest: true,
  } as const
  return {
    'ticket-received': receivedMail(ticket, sender),
    'ticket-answer': answerMail(ticket, answer, sender),
    'ticket-staff': staffTicketMail({ count: 3, firstDueAt: AT }, sender),
  }
}

const alertLetters = (problem: string, sender: Sender) => {
  const told = { id: 1, checkName: 'jobs.dead', subject: 'mail.send', openedAt: AT, announcements: 3 }
  const opened = { ...told, problem, endedAt: null, title: 'Jobs failed for good' }
  const ended = { ...told, problem, endedAt: AT, title: 'The backup is late' }
  return {
    alert: alertMail({ opened: [opened], ended: [] }, sender),
    'alert-over': alertMail({ opened: [], ended: [ended] }, sender),
    'alert-many': alertMail({ opened: [opened, opened], ended: [ended] }, sender),
    'alert-test': testMail(sender),
  }
}

const subscriptionLetters = (plan: string, sender: Sender) => {
  const invoice = { number: 'SLIP-0001', amountCents: 699, url: 'https://invoice.stripe.com/i/1', nextAttemptAt: AT }
  const mailed = {
    subscription: { paidThrough: AT, accessUntil: AT, endsAt: AT, cardLast4: '4242' },
    ...{
      plan,
      price: 699,
      interval: 'month',
      next: { plan, price: 5_999, interval: 'year' },
      invoice,
      openInvoice: invoice,
      hasGuarantee: true,
      sender,
    },
  }
  return Object.fromEntries(
    SUBSCRIPTION_LETTERS.map((name) => [`subscription-${name.replaceAll('_', '-')}`, composeLetter(name, mailed)]),
  )
}
