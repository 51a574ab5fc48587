import { BookOpenText, CircleAlert, CreditCard, Download, type LucideIcon, Mail, ReceiptText } from 'lucide-react'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { TimelineEntry } from '@slipstream/contract/orders-admin'
import type { EventType } from '@slipstream/contract/webhook-events'

const NOTES: Readonly<Record<string, string>> = {
  ordered: 'Ordered',
  paid: 'Paid',
  card_declined: 'Card declined',
  payment_differs: 'Payment does not match the order',
  not_delivered: 'Not delivered, refunded in full',
  canceled: 'Canceled',
  receipt_mailed: 'Receipt sent',
  mailed: 'E-mail sent',
  refund_asked: 'Refund approved',
  refund_failed: 'Refund failed',
  refunded: 'Refunded',
  refund_requested: 'Refund requested',
  request_declined: 'Request declined',
  request_closed: 'Closed without a refund',
  withdrawn: 'Withdrawn from the contract',
  disputed: 'Payment disputed',
  dispute_won: 'Dispute won',
  dispute_lost: 'Dispute lost',
  evidence_sent: 'Evidence submitted',
  mod_revoked: 'Access revoked',
  moved: 'Moved to another account',
  adopted: 'Adopted from Stripe after a restore',
}

const BOOKED: Readonly<Record<string, string>> = {
  payment: 'Payment recorded',
  refund: 'Refund recorded',
  refund_failed: 'Failed refund recorded',
  dispute: 'Dispute recorded',
  dispute_won: 'Won dispute recorded',
}

const REPORTED: Readonly<Record<string, string>> = {
  'checkout.session.completed': 'Payment page completed',
  'checkout.session.async_payment_succeeded': 'Delayed payment arrived',
  'checkout.session.async_payment_failed': 'Delayed payment failed',
  'checkout.session.expired': 'Payment page expired',
  'payment_intent.payment_failed': 'Payment attempt failed',
  'charge.refunded': 'Refund made',
  'refund.updated': 'Refund updated',
  'refund.failed': 'Refund failed',
  'charge.dispute.created': 'Dispute opened by the bank',
  'charge.dispute.updated': 'Dispute updated',
  'charge.dispute.funds_reinstated': 'Disputed money returned',
  'charge.dispute.closed': 'Dispute closed',
} satisfies Partial<Record<EventType, string>>

const WORDS: Record<TimelineEntry['source'], Readonly<Record<string, string>>> = {
  order: NOTES,
  stripe: REPORTED,
  ledger: BOOKED,
  download: { downloaded: 'Downloaded' },
}

/** The title of a timeline entry. A bank's reason is a Stripe code, such as `insufficient_funds`. */
export const titleOf = ({ source, what, detail }: TimelineEntry) => {
  const title = WORDS[source][what] ?? asWords(what)
  return what === 'card_declined' && typeof detail.why === 'string' ? `${title}: ${asWords(detail.why)}` : title
}

const asWords = (code: string) => code.replaceAll(/[._]/g, ' ')

const ALARMS: readonly string[] = [
  'payment_differs',
  'not_delivered',
  'card_declined',
  'refund_failed',
  'disputed',
  'dispute_lost',
]
const ICONS: Record<TimelineEntry['source'], LucideIcon> = {
  order: ReceiptText,
  stripe: CreditCard,
  ledger: BookOpenText,
  download: Download,
}

export const isAlarm = ({ source, what }: TimelineEntry) => source === 'order' && ALARMS.includes(what)

export const iconOf = (entry: TimelineEntry): LucideIcon => {
  if (isAlarm(entry)) return CircleAlert
  return entry.what.endsWith('mailed') ? Mail : ICONS[entry.source]
}

export const SOURCE_WORDS: Record<TimelineEntry['source'], string> = {
  order: 'Store',
  stripe: 'Stripe',
  ledger: 'Ledger',
  download: 'Locker',
}

const IDS: readonly string[] = ['id', 'object', 'stripeId']
/** Whether a detail adds nothing to the title. */
const isSaid = (what: string, name: string, value: unknown) =>
  value === 'receipt' || (what === 'card_declined' && name === 'why')

/** The details of an entry: its texts, and the ids for a search at Stripe. */
export const factsOf = ({ source, what, detail }: TimelineEntry) => {
  const known = Object.entries(detail).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  const ids = known.filter(([name]) => IDS.includes(name)).map(([, value]) => String(value))
  return {
    words: known
      .filter(([name, value]) => !IDS.includes(name) && !isSaid(what, name, value))
      .map(([name, value]) => (what.startsWith('dispute') ? bankWords(name, value) : wordsFor(name, value))),
    ids: source === 'stripe' ? [what, ...ids] : ids,
  }
}

/** A bank's reason is a Stripe code, not a sentence. */
const bankWords = (name: string, value: unknown) => (name === 'reason' ? asWords(String(value)) : wordsFor(name, value))

const wordsFor = (name: string, value: unknown) => {
  if (typeof value === 'number') {
    return name.endsWith('Cents') ? formatUsd(cents(value)).replace('-', '−') : `${name} ${value}`
  }
  const text = String(value)
  if (name === 'reason') return `“${text}”`
  return name === 'to' || name === 'from' || name === 'ip' ? `${name === 'ip' ? 'from' : name} ${text}` : text
}
