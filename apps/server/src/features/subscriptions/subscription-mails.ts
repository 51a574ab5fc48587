import { REFUND_PROCESSING_BUSINESS_DAYS, SUBSCRIPTION_MONEY_BACK_DAYS } from '@slipstream/contract/legal'
import { cents, formatUsd } from '@slipstream/contract/money'
import { CANCEL_LINK, SUBSCRIBE_RETURN } from '@slipstream/contract/subscriptions-mine'
import type { subscriptionInvoices } from '@slipstream/db/tables/subscriptions'
import { type Letter, type Row, type Sender, text } from '#lib/mail/letter.ts'
import { writtenDay, writtenTime } from '#lib/mail/written-dates.ts'
import type { SubscriptionRow } from './subscription-row.ts'

type InvoiceRow = typeof subscriptionInvoices.$inferSelect

interface MailedTerms {
  plan: string
  price: number
  interval: string
}

export interface MailedSubscription extends MailedTerms {
  subscription: Pick<SubscriptionRow, 'paidThrough' | 'accessUntil' | 'endsAt' | 'cardLast4'>
  /** The terms after a change of the plan. */
  next: MailedTerms | null
  /** The invoice that was just paid. */
  invoice: Pick<InvoiceRow, 'number' | 'amountCents' | 'url'> | null
  /** The invoice that is not paid yet. */
  openInvoice: Pick<InvoiceRow, 'amountCents' | 'url' | 'nextAttemptAt'> | null
  /** False if the person has used the money-back guarantee before. */
  hasGuarantee: boolean
  sender: Sender
}

interface Words {
  subject: string
  heading: string
  texts: readonly string[]
  rows?: readonly Row[]
  /** Replaces the button that leads to the subscription page. */
  button?: Letter['button']
}

const usd = (amount: number) => formatUsd(cents(amount))

const day = (at: Date | null, { timeZone }: Sender) => (at === null ? 'soon' : writtenDay(at, timeZone))
const minute = (at: Date | null, { timeZone }: Sender) => (at === null ? 'soon' : writtenTime(at, timeZone))

const page = ({ publicUrl }: Sender) => `${publicUrl}${SUBSCRIBE_RETURN.path}`

const billed = ({ plan, price, interval, invoice }: MailedSubscription): Row[] => [
  { label: plan, value: `${usd(price)} per ${interval}` },
  { label: 'Paid', value: usd(invoice?.amountCents ?? price) },
  ...(invoice?.number ? [{ label: 'Invoice', value: invoice.number }] : []),
]

const comeBack = ({ sender }: MailedSubscription): Letter['button'] => ({ label: 'See the plans', url: page(sender) })

const nextPlan = ({ next, plan, price, interval }: MailedSubscription): MailedTerms => next ?? { plan, price, interval }

const STORE = ({ sender }: MailedSubscription) => sender.storeName

/** Promises a retry only if Stripe has scheduled one: a card that its bank has closed is never charged again. */
const tryingAgain = ({ openInvoice, sender }: MailedSubscription) =>
  openInvoice?.nextAttemptAt
    ? `We’ll try the same card again on ${day(openInvoice.nextAttemptAt, sender)}.`
    : 'This card cannot be charged again, so we need another one.'

const failed = (mailed: MailedSubscription, subject: string, begin: string): Words => ({
  subject,
  heading: 'Your payment did not go through',
  texts: [
    begin,
    tryingAgain(mailed),
    `You keep Premium until ${minute(mailed.subscription.accessUntil, mailed.sender)}. After that it ends, and you won’t be charged again.`,
  ],
  ...(mailed.openInvoice?.url && { button: { label: 'Pay now or confirm the payment', url: mailed.openInvoice.url } }),
})

const card = ({ subscription: { cardLast4 } }: MailedSubscription) =>
  cardLast4 === null ? 'your card' : `your card ending in ${cardLast4}`

const LETTERS = {
  started: (mailed) => ({
    subject: `Welcome to Premium at ${STORE(mailed)}`,
    heading: 'Premium is active',
    texts: [
      `Every mod included with Premium is now in your locker. Premium renews on ${day(mailed.subscription.paidThrough, mailed.sender)}, and you can cancel at any time on the subscription page.`,
      mailed.hasGuarantee
        ? `If it’s not for you, you can get all your money back on the same page within the first ${SUBSCRIPTION_MONEY_BACK_DAYS} days.`
        : 'The money-back guarantee applies once per person and was used before, so this subscription has none.',
    ],
    rows: billed(mailed),
  }),
  undelivered: (mailed) => ({
    subject: 'Your payment is being refunded',
    heading: 'Your payment is being refunded',
    texts: [
      `Your payment arrived after the account was closed. Premium did not start, and we are refunding ${usd(mailed.invoice?.amountCents ?? mailed.price)} in full.`,
    ],
    button: comeBack(mailed),
  }),
  second: (mailed) => ({
    subject: 'Your second Premium payment is being refunded',
    heading: 'You already have Premium',
    texts: [
      `You paid for Premium twice. One subscription is active, and we are refunding the second payment of ${usd(mailed.invoice?.amountCents ?? mailed.price)} in full.`,
    ],
  }),
  paid: (mailed) => ({
    subject: `Your Premium receipt from ${STORE(mailed)}`,
    heading: 'Thank you for staying',
    texts: [`Premium is paid until ${day(mailed.subscription.paidThrough, mailed.sender)}.`],
    rows: billed(mailed),
    ...(mailed.invoice?.url && { button: { label: 'See the invoice', url: mailed.invoice.url } }),
  }),
  changed: (mailed) => ({
    subject: `Your Premium plan is now ${mailed.plan}`,
    heading: 'Your plan has changed',
    texts: [
      `You are now on ${mailed.plan}. Unused time on your old plan was deducted from the price.`,
      `It renews on ${day(mailed.subscription.paidThrough, mailed.sender)} for ${usd(mailed.price)}.`,
    ],
    rows: billed(mailed),
    ...(mailed.invoice?.url && { button: { label: 'See the invoice', url: mailed.invoice.url } }),
  }),
  change_planned: (mailed) => ({
    subject: `Your Premium plan will change to ${nextPlan(mailed).plan}`,
    heading: 'Your plan change is scheduled',
    texts: [
      `You keep ${mailed.plan} until ${day(mailed.subscription.paidThrough, mailed.sender)}. Then ${nextPlan(mailed).plan} begins, for ${usd(nextPlan(mailed).price)} per ${nextPlan(mailed).interval}. Nothing is charged before then.`,
      'If you change your mind, you can cancel the change on the subscription page until then.',
    ],
  }),
  change_withdrawn: (mailed) => ({
    subject: `You’re staying on ${mailed.plan}`,
    heading: 'Your plan stays as it is',
    texts: [
      `The planned change was canceled. ${mailed.plan} renews on ${day(mailed.subscription.paidThrough, mailed.sender)} for ${usd(mailed.price)}.`,
    ],
  }),
  change_refused: (mailed) => ({
    subject: 'Your Premium plan has not changed',
    heading: 'Your plan has not changed',
    texts: [
      `We could not change your plan to ${nextPlan(mailed).plan}, for example because the bank declined the payment. Nothing was charged, and you keep ${mailed.plan}.`,
      'You can change your card and choose the plan again on the subscription page.',
    ],
  }),
  payment_failed_1: (mailed) =>
    failed(
      mailed,
      'We could not renew your Premium',
      `The bank declined ${usd(mailed.openInvoice?.amountCents ?? mailed.price)} from ${card(mailed)}, or wants you to confirm it.`,
    ),
  payment_failed_2: (mailed) =>
    failed(
      mailed,
      'Your Premium has still not been renewed',
      `We still could not collect ${usd(mailed.openInvoice?.amountCents ?? mailed.price)} from ${card(mailed)}.`,
    ),
  payment_failed_3: (mailed) =>
    failed(
      mailed,
      'Your Premium ends tomorrow',
      `This is our last reminder: ${usd(mailed.openInvoice?.amountCents ?? mailed.price)} is still unpaid. Pay it or change your card to keep Premium.`,
    ),
  canceled: (mailed) => ({
    subject: 'Your Premium is canceled',
    heading: 'Your cancellation is confirmed',
    texts: [
      `Premium stays active until ${minute(mailed.subscription.endsAt, mailed.sender)} and won’t renew. You won’t be charged again.`,
      'If you change your mind, you can resume it on the subscription page until then.',
    ],
  }),
  resumed: (mailed) => ({
    subject: 'Your Premium continues',
    heading: 'Welcome back',
    texts: [
      `Your cancellation was undone. Premium renews on ${day(mailed.subscription.paidThrough, mailed.sender)} for ${usd(mailed.price)}.`,
    ],
  }),
  ended: (mailed) => ({
    subject: 'Your Premium has ended',
    heading: 'Your Premium has ended',
    texts: ['You won’t be charged again. The mods you bought stay in your locker, and you can come back at any time.'],
    button: comeBack(mailed),
  }),
  ended_unpaid: (mailed) => ({
    subject: 'Your Premium has ended',
    heading: 'Your Premium has ended',
    texts: [
      `We could not collect the last renewal from ${card(mailed)}, so Premium has ended. The open invoice is void, and you won’t be charged again.`,
      'The mods you bought stay in your locker, and you can come back at any time.',
    ],
    button: comeBack(mailed),
  }),
  ended_refund: (mailed) => ({
    subject: 'Your Premium is refunded',
    heading: 'Your refund is on its way',
    texts: [
      `Premium has ended, and we are refunding your payment to the card you paid with. Banks usually take ${REFUND_PROCESSING_BUSINESS_DAYS} business days.`,
    ],
    button: comeBack(mailed),
  }),
  refund_failed: (mailed) => ({
    subject: 'Your Premium refund did not arrive',
    heading: 'Your refund did not arrive',
    texts: [
      `We refunded ${usd(mailed.invoice?.amountCents ?? mailed.price)} to your card, but your bank returned the money to us. We still owe it to you.`,
      `We are looking for another way to pay you back. If your card was replaced, write to ${mailed.sender.contactEmail}.`,
    ],
  }),
  ended_dispute: () => ({
    subject: 'Your Premium has ended after a dispute',
    heading: 'Your Premium has ended',
    texts: [
      'Your bank told us that you disputed a payment for Premium. We have ended the subscription, so you won’t be charged again.',
      'If this is a mistake, contact support before you subscribe again.',
    ],
  }),
  ended_banned: () => ({
    subject: 'Your Premium will not renew',
    heading: 'Your Premium will not renew',
    texts: ['Your account is banned, so your subscription was canceled and you won’t be charged again.'],
  }),
  ended_deleted: () => ({
    subject: 'Your Premium is canceled',
    heading: 'Your Premium is canceled',
    texts: ['You deleted your account, so your subscription has ended and you won’t be charged again.'],
  }),
} satisfies Record<string, (mailed: MailedSubscription) => Words>

export type SubscriptionLetter = keyof typeof LETTERS

export const SUBSCRIPTION_LETTERS = Object.keys(LETTERS) as SubscriptionLetter[]

export const composeLetter = (letter: SubscriptionLetter, mailed: MailedSubscription): Letter => {
  const { sender } = mailed
  const { subject, heading, texts, rows, button }: Words = LETTERS[letter](mailed)
  return {
    template: { name: `subscription-${letter.replaceAll('_', '-')}`, variables: { plan: mailed.plan } },
    subject,
    preview: texts[0] ?? '',
    heading,
    body: [...texts.map(text), ...(rows ? [{ kind: 'rows' as const, rows }] : [])],
    button: button ?? { label: 'See your subscription', url: page(sender) },
    isAboutMoney: true,
    reason: `You’re receiving this e-mail because of your Premium subscription at ${sender.storeName}.`,
  }
}

export const cancelLinkMail = (secret: string, sender: Sender): Letter => ({
  template: { name: 'cancel-subscription', variables: {} },
  subject: 'Cancel your Premium subscription',
  preview: 'Follow the link to cancel. It works for 24 hours.',
  heading: 'Cancel your Premium subscription',
  body: [
    text(
      'Someone, probably you, asked to cancel the subscription that belongs to this address. Follow the link to confirm it.',
    ),
    text('If it wasn’t you, ignore this e-mail and nothing will change.'),
  ],
  button: {
    label: 'Cancel the subscription',
    url: `${sender.publicUrl}${CANCEL_LINK.path}#${CANCEL_LINK.fragment}=${secret}`,
  },
  isAboutMoney: true,
  reason: `You’re receiving this e-mail because of your Premium subscription at ${sender.storeName}.`,
})
