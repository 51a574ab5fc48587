import { HOUR_MS } from '@slipstream/contract/durations'
import { SUPPORT_RESPONSE_HOURS } from '@slipstream/contract/legal'
import { cents, formatUsd } from '@slipstream/contract/money'
import { type Letter, type Sender, text } from '#lib/mail/letter.ts'
import { writtenTime } from '#lib/mail/written-dates.ts'

interface MailedRequest {
  number: string
  totalCents: number
  kind: 'refund' | 'withdrawal'
  reason: string
  createdAt: Date
  isReminder: boolean
}

/** The time by which the store has promised a decision. */
const answerDueAt = (createdAt: Date) =>
  new Date(createdAt.getTime() + Number(SUPPORT_RESPONSE_HOURS.refunds) * HOUR_MS)

/** Tells the staff what needs their attention. */
export const staffMail = (request: MailedRequest, sender: Sender): Letter => {
  const due = writtenTime(answerDueAt(request.createdAt), sender.timeZone)
  const { subject, heading, what } = wordsOf(request, due)
  return {
    subject: `${subject}: ${request.number}`,
    preview: what,
    heading,
    body: [
      text(what),
      {
        kind: 'rows',
        rows: [
          { label: 'Order', value: request.number },
          { label: 'Received', value: writtenTime(request.createdAt, sender.timeZone) },
          { label: 'Order total', value: formatUsd(cents(request.totalCents)) },
        ],
      },
      ...(request.reason === '' ? [] : [{ kind: 'quote' as const, title: 'Reason given:', texts: [request.reason] }]),
    ],
    button: { label: 'Open the order', url: `${sender.publicUrl}/admin/orders?order=${request.number}` },
    reason: `You’re receiving this e-mail because staff notices from ${sender.storeName} go to this address.`,
  }
}

const wordsOf = ({ kind, isReminder }: MailedRequest, due: string) => {
  if (kind === 'withdrawal') {
    return {
      subject: 'A buyer withdrew from an order',
      heading: 'A buyer withdrew from an order',
      what: 'The refund was queued automatically. You don’t need to do anything.',
    }
  }
  if (isReminder) {
    return {
      subject: 'Answer due soon',
      heading: 'A refund request is still open',
      what: `We promised an answer by ${due}. Decide before then.`,
    }
  }
  return {
    subject: 'A refund needs your decision',
    heading: 'A refund needs your decision',
    what: `Decide by ${due}.`,
  }
}
