import {
  REFUND_DECISION_HOURS,
  REFUND_PROCESSING_BUSINESS_DAYS,
  WITHDRAWAL_PAYBACK_DAYS,
} from '@slipstream/contract/legal'
import { cents, formatUsd } from '@slipstream/contract/money'
import { consentTexts } from './consents.ts'
import { type Letter, type Row, type Sender, text } from '#lib/mail/letter.ts'
import { writtenDay, writtenTime } from '#lib/mail/written-dates.ts'
import type { OrderRow } from './order-state.service.ts'

export interface MailedOrder
  extends Pick<
    OrderRow,
    'number' | 'totalCents' | 'saleCents' | 'couponCents' | 'consentVersion' | 'consentedAt' | 'createdAt' | 'paidAt'
  > {
  items: readonly { title: string; priceCents: number; picture?: Row['picture'] }[]
  /** The answer to the latest request, if it was declined. */
  answer: string | null
}

const usd = (amount: number) => formatUsd(cents(amount))

/** Shared by all mails about an order. */
const aboutOrder = ({ number, totalCents }: MailedOrder, sender: Sender) => ({
  // Free mods cost nothing, so a stranger could have any number of their receipts mailed to somebody else.
  isAboutMoney: totalCents > 0,
  button: { label: 'See your order', url: `${sender.publicUrl}/mod-locker?order=${number}` },
  reason: `You’re receiving this e-mail because of your order ${number} at ${sender.storeName}.`,
})

/** What made the order cheaper than its prices, as the checkout showed it. */
const discountRows = ({ saleCents, couponCents }: MailedOrder): Row[] =>
  [
    { label: 'Sale', amount: saleCents },
    { label: 'Coupon', amount: couponCents },
  ].flatMap(({ label, amount }) => (amount > 0 ? [{ label, value: `−${usd(amount)}` }] : []))

/** Includes what the buyer agreed to, which the law requires in a durable medium. */
export const receiptMail = (order: MailedOrder, sender: Sender): Letter => {
  const { delivery, withdrawal } = consentTexts(order.consentVersion)
  const { button, ...about } = aboutOrder(order, sender)
  const discounts = discountRows(order)
  const total = { label: 'Paid', value: usd(order.totalCents) }
  return {
    template: { name: 'receipt', variables: { orderNumber: order.number, total: usd(order.totalCents) } },
    subject: `Your receipt from ${sender.storeName}: ${order.number}`,
    preview: `${usd(order.totalCents)} paid. Your mods are ready to download.`,
    heading: 'Thank you for your order',
    body: [
      text(
        `We received your payment for order ${order.number} on ${writtenDay(order.paidAt ?? order.createdAt, sender.timeZone)}. ` +
          'Your mods and the invoice are in your locker.',
      ),
      {
        kind: 'rows',
        rows: order.items.map(({ title, priceCents, picture }) => ({ label: title, value: usd(priceCents), picture })),
        ...(discounts.length === 0 && { total }),
      },
      // A list of its own, because a long one is cut.
      ...(discounts.length > 0 ? [{ kind: 'rows' as const, rows: discounts, total }] : []),
    ],
    button: { ...button, label: 'Download your mods' },
    after: [
      text('You can withdraw from the contract or request a refund on your order’s page.'),
      {
        kind: 'quote',
        title: `Before paying, on ${writtenTime(order.consentedAt, sender.timeZone)}, you agreed to the following:`,
        texts: [delivery, withdrawal],
      },
    ],
    ...about,
  }
}

/** The account was deleted or banned while its payment page was open, so nothing was delivered. */
export const undeliveredMail = (order: MailedOrder, amountCents: number, sender: Sender): Letter => ({
  template: { name: 'undelivered', variables: { orderNumber: order.number, amount: usd(amountCents) } },
  subject: `Your payment is being refunded: ${order.number}`,
  preview: `${usd(amountCents)} is on its way back to your card.`,
  heading: 'Your payment is being refunded',
  body: [
    text(
      'Your payment arrived after the account was closed. We have not delivered anything and are refunding the full ' +
        'amount to the card you paid with.',
    ),
    amountOf(order, 'Refund', amountCents),
    text(`The refund should appear on your statement within ${REFUND_PROCESSING_BUSINESS_DAYS} business days.`),
  ],
  // No button, because nobody can sign in to this account anymore.
  reason: aboutOrder(order, sender).reason,
  isAboutMoney: true,
})

export const refundMail = (order: MailedOrder, amountCents: number, sender: Sender): Letter => ({
  ...aboutOrder(order, sender),
  template: { name: 'refund', variables: { orderNumber: order.number, amount: usd(amountCents) } },
  subject: `Your refund from ${sender.storeName}: ${order.number}`,
  preview: `${usd(amountCents)} is on its way back to your card.`,
  heading: 'Your refund is on its way',
  body: [
    text('We have refunded the card you paid with.'),
    amountOf(order, 'Refund', amountCents),
    text(`The refund should appear on your statement within ${REFUND_PROCESSING_BUSINESS_DAYS} business days.`),
  ],
})

/** Corrects the earlier mail about the refund. */
export const refundFailedMail = (order: MailedOrder, amountCents: number, sender: Sender): Letter => ({
  ...aboutOrder(order, sender),
  template: { name: 'refund-failed', variables: { orderNumber: order.number, amount: usd(amountCents) } },
  subject: `Your refund did not arrive: ${order.number}`,
  preview: 'Your bank returned the money to us. We still owe it to you.',
  heading: 'Your refund did not arrive',
  body: [
    text('We refunded your card, but your bank returned the money to us.'),
    amountOf(order, 'Still owed to you', amountCents),
    text(`We are looking for another way to pay you back. If your card was replaced, write to ${sender.contactEmail}.`),
  ],
})

/** Confirms a withdrawal immediately, as the law requires. */
export const withdrawalMail = (order: MailedOrder, amountCents: number, sender: Sender): Letter => ({
  ...aboutOrder(order, sender),
  template: { name: 'withdrawal', variables: { orderNumber: order.number, amount: usd(amountCents) } },
  subject: `We have received your withdrawal: ${order.number}`,
  preview: `We will refund ${usd(amountCents)}.`,
  heading: 'We have received your withdrawal',
  body: [
    text(
      `On ${writtenTime(new Date(), sender.timeZone)} you withdrew from the contract for your order ${order.number}. ` +
        'The mods you had not downloaded were removed from your locker.',
    ),
    text(`We will refund ${usd(amountCents)} within ${WITHDRAWAL_PAYBACK_DAYS} days, to the card you paid with.`),
  ],
})

/** Tells the buyer what happens next, and by when. */
export const requestedMail = (order: MailedOrder, sender: Sender): Letter => ({
  ...aboutOrder(order, sender),
  template: { name: 'requested', variables: { orderNumber: order.number } },
  subject: `We have received your refund request: ${order.number}`,
  preview: `We will decide within ${REFUND_DECISION_HOURS} hours and write to you.`,
  heading: 'We have received your refund request',
  body: [
    text(`Thank you for telling us what is wrong with order ${order.number}.`),
    text(
      `Our team will decide within ${REFUND_DECISION_HOURS} hours and write to you either way. If we approve ` +
        `it, the money should appear on your statement within ${REFUND_PROCESSING_BUSINESS_DAYS} business days.`,
    ),
    text('Until then you don’t need to do anything, and your mods stay in your locker.'),
  ],
})

export const declinedMail = (order: MailedOrder, sender: Sender): Letter => ({
  ...aboutOrder(order, sender),
  template: { name: 'request-declined', variables: { orderNumber: order.number } },
  subject: `About your refund request: ${order.number}`,
  preview: 'We have made a decision about your request.',
  heading: 'We can’t approve your refund',
  body: [
    text(`We reviewed your refund request for order ${order.number}. Unfortunately, we can’t approve it.`),
    { kind: 'quote', title: 'Our reason:', texts: [order.answer ?? ''] },
    text(`If you disagree, write to ${sender.contactEmail}.`),
  ],
})

const amountOf = ({ number }: MailedOrder, label: string, amountCents: number) => ({
  kind: 'rows' as const,
  rows: [{ label: 'Order', value: number }],
  total: { label, value: usd(amountCents) },
})
