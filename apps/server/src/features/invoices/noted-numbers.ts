import { INVOICE_KINDS, type InvoiceKind } from '@slipstream/contract/invoice-texts'
import type { PaymentFacts } from '#features/payments/read-payment.ts'

/** Numbers of documents by `notedName`. */
export type NotedNumbers = Record<string, string>

export const notedName = (kind: InvoiceKind, stripeId: string) => `${kind} ${stripeId}`

/** What an earlier store, whose last hours a restore has lost, noted at Stripe: the metadata has each number under the kind of its document. */
export const notedNumbers = ({ paymentIntentId, metadata, refunds }: Noting): NotedNumbers => {
  const about = [{ id: paymentIntentId ?? '', metadata }, ...refunds]
  return Object.fromEntries(
    about.flatMap(({ id, metadata: noted }) =>
      INVOICE_KINDS.flatMap((kind) => {
        const number = noted[kind]
        return number === undefined ? [] : [[notedName(kind, id), number]]
      }),
    ),
  )
}

type Noting = Pick<PaymentFacts, 'paymentIntentId' | 'metadata' | 'refunds'>
