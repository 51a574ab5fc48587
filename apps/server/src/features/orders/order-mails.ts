import { REFUND_PROCESSING_BUSINESS_DAYS, WITHDRAWAL_PAYBACK_DAYS } from '@slipstream/contract/legal'
import { cents, formatUsd } from '@slipstream/contract/money'
import { consentTexts } from '#features/checkout/consents.service.ts'
import type { Jobs } from '#lib/jobs.ts'
import { letter, type Sender } from '#lib/letter.ts'
import type { OrderRow } from './order-state.service.ts'

type Mail = Jobs['mail.send']

export interface MailedOrder extends OrderRow {
  email: string
  items: readonly { title: string; paidCents: number }[]
  /** Of the latest request, if it was declined. */
  answer: string | null
}

const link = ({ publicUrl }: Sender, { number }: OrderRow) => `${publicUrl}/mod-locker?order=${number}`

const usd = (amount: number) => formatUsd(cents(amount))

/** Also says what the buyer agreed to, which the law wants on something that lasts. */
export const receiptMail = (order: MailedOrder, sender: Sender): Mail => {
  const { delivery, withdrawal } = consentTexts(order.consentVersion)
  const paidAt = order.paidAt ?? order.createdAt
  return letter(
    order.email,
    `Your receipt from ${sender.storeName}: ${order.number}`,
    sender,
    `Thank you for your order ${order.number}.`,
    order.items.map(({ title, paidCents }) => `${title}: ${usd(paidCents)}`).join('\n'),
    `Paid: ${usd(order.totalCents)}, tax included, on ${day(paidAt)}.`,
    `Your mods and the invoice are in your locker: ${link(sender, order)}`,
    `Before paying, on ${order.consentedAt.toISOString()}, you agreed to this:\n- ${delivery}\n- ${withdrawal}`,
    `You can withdraw from the contract and ask for a refund on the page of your order. Questions: ${sender.contactEmail}`,
  )
}

/** Nobody could use what was bought: the account was deleted or banned while the payment page was open. */
export const undeliveredMail = (order: MailedOrder, amountCents: number, sender: Sender): Mail =>
  letter(
    order.email,
    `Your payment is being refunded: ${order.number}`,
    sender,
    `Your payment of ${usd(amountCents)} for order ${order.number} arrived after the account was closed.`,
    'We have not delivered anything and are refunding the full amount to the card you paid with.',
    `Your bank shows it within ${REFUND_PROCESSING_BUSINESS_DAYS} business days. Questions: ${sender.contactEmail}`,
  )

export const refundMail = (order: MailedOrder, amountCents: number, sender: Sender): Mail =>
  letter(
    order.email,
    `Your refund from ${sender.storeName}: ${order.number}`,
    sender,
    `We have paid back ${usd(amountCents)} of your order ${order.number} to the card it was paid with.`,
    `Your bank shows it within ${REFUND_PROCESSING_BUSINESS_DAYS} business days.`,
    link(sender, order),
  )

/** Takes back what the mail before had said. */
export const refundFailedMail = (order: MailedOrder, amountCents: number, sender: Sender): Mail =>
  letter(
    order.email,
    `Your refund did not arrive: ${order.number}`,
    sender,
    `We had paid back ${usd(amountCents)} of your order ${order.number}, but your bank has returned the money to us.`,
    `We still owe it to you and look for another way. If your card was replaced, please write to ${sender.contactEmail}.`,
    link(sender, order),
  )

/** The confirmation that a withdrawal has arrived, which the law wants at once. */
export const withdrawalMail = (order: MailedOrder, amountCents: number, sender: Sender): Mail =>
  letter(
    order.email,
    `Your withdrawal has arrived: ${order.number}`,
    sender,
    `On ${new Date().toISOString()} you withdrew from the contract about your order ${order.number}.`,
    `We pay back ${usd(amountCents)} to the card it was paid with, within ${WITHDRAWAL_PAYBACK_DAYS} days at the latest.`,
    link(sender, order),
  )

export const declinedMail = (order: MailedOrder, sender: Sender): Mail =>
  letter(
    order.email,
    `About your refund request: ${order.number}`,
    sender,
    `We have looked at your request for a refund of your order ${order.number} and cannot grant it:`,
    order.answer ?? '',
    `If you think that we are wrong, please write to ${sender.contactEmail}.`,
  )

const day = (at: Date) => at.toISOString().slice(0, 10)
