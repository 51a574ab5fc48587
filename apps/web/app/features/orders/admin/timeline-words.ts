import { BookOpenText, CircleAlert, CreditCard, Download, type LucideIcon, Mail, ReceiptText } from 'lucide-react'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { TimelineEntry } from '@slipstream/contract/orders-admin'

const NOTES: Readonly<Record<string, string>> = {
  ordered: 'Ordered',
  paid: 'Paid',
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
}

const BOOKED: Readonly<Record<string, string>> = {
  payment: 'Payment recorded',
  refund: 'Refund recorded',
  refund_failed: 'Failed refund recorded',
  dispute: 'Dispute recorded',
  dispute_won: 'Won dispute recorded',
}

/** The title of a timeline entry. Stripe events keep their names, so that admins can search for them at Stripe. */
export const titleOf = ({ source, what }: TimelineEntry) => {
  if (source === 'stripe') return what
  if (source === 'download') return 'Downloaded'
  return (source === 'ledger' ? BOOKED : NOTES)[what] ?? what.replaceAll('_', ' ')
}

const ALARMS: readonly string[] = ['payment_differs', 'not_delivered', 'refund_failed', 'disputed', 'dispute_lost']
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

/** The details of an entry: texts and Stripe ids. */
export const factsOf = ({ what, detail }: TimelineEntry) => {
  const known = Object.entries(detail).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  return {
    words: known
      .filter(([name, value]) => !IDS.includes(name) && value !== 'receipt')
      .map(([name, value]) => (what.startsWith('dispute') ? bankWords(name, value) : wordsFor(name, value))),
    ids: known.filter(([name]) => IDS.includes(name)).map(([, value]) => String(value)),
  }
}

/** A bank's reason is a Stripe code, not a sentence. */
const bankWords = (name: string, value: unknown) =>
  name === 'reason' ? String(value).replaceAll('_', ' ') : wordsFor(name, value)

const wordsFor = (name: string, value: unknown) => {
  if (typeof value === 'number') {
    return name.endsWith('Cents') ? formatUsd(cents(value)).replace('-', '−') : `${name} ${value}`
  }
  const text = String(value)
  if (name === 'reason') return `“${text}”`
  return name === 'to' || name === 'from' || name === 'ip' ? `${name === 'ip' ? 'from' : name} ${text}` : text
}
