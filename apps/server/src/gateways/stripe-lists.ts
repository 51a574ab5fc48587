import type Stripe from 'stripe'
import { all, asked, orNull, seconds } from './stripe-calls.ts'

const PAGE = 100

interface Listed {
  id: string
}

/** By Stripe's clock. */
interface Span {
  since: Date
  until: Date
}

/** Long lists, page by page, and what the store notes on objects for itself. */
export const openLists = (client: Stripe) => {
  const window = (since: Date | null) => ({ limit: PAGE, ...(since && { created: { gte: seconds(since) } }) })

  const created = ({ since, until }: Span) => ({
    limit: PAGE,
    created: { gte: seconds(since), lt: Math.ceil(until.getTime() / 1_000) },
  })

  async function* pagesOf<Item extends Listed>(
    read: (after: { starting_after?: string }) => Promise<Stripe.ApiList<Item>>,
  ) {
    let last: string | undefined
    do {
      const after = last
      const page = await asked(() => read(after === undefined ? {} : { starting_after: after }))
      yield page.data
      last = page.has_more ? page.data.at(-1)?.id : undefined
    } while (last !== undefined)
  }

  return {
    /** Payment pages with their payments, newest first, since a time by Stripe's clock or all. */
    sessionPages: (since: Date | null) =>
      pagesOf((after) =>
        client.checkout.sessions.list({ ...window(since), ...after, expand: ['data.payment_intent'] }),
      ),

    /** The payment page on which this payment was made. */
    findSession: async (paymentIntentId: string): Promise<string | null> => {
      const { data } = await asked(() => client.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 }))
      return data[0]?.id ?? null
    },

    /** The names on a payment page, in its order. */
    lineNames: async (sessionId: string): Promise<string[]> => {
      const lines = await asked(() => all(client.checkout.sessions.listLineItems(sessionId, { limit: PAGE })))
      return lines.map(({ description }) => description ?? '')
    },

    refundPages: (since: Date | null) => pagesOf((after) => client.refunds.list({ ...window(since), ...after })),

    /** Charges, refunds and disputes, newest first, for the money check. */
    chargePages: (span: Span) => pagesOf((after) => client.charges.list({ ...created(span), ...after })),
    refundedPages: (span: Span) =>
      pagesOf((after) => client.refunds.list({ ...created(span), ...after, expand: ['data.charge'] })),
    disputePages: (span: Span) =>
      pagesOf((after) => client.disputes.list({ ...created(span), ...after, expand: ['data.charge'] })),

    /** Events, newest first, since a time by Stripe's clock; without a time, all that Stripe still lists. */
    eventPages: (types: readonly string[], since: Date | null) =>
      pagesOf((after) => client.events.list({ types: [...types], ...window(since), ...after })),

    /** Adds to the metadata of a payment or a refund; nothing happens if Stripe does not know it. */
    noteOnPayment: (id: string, metadata: Record<string, string>) =>
      orNull(() => client.paymentIntents.update(id, { metadata })),

    noteOnSession: (id: string, metadata: Record<string, string>) =>
      orNull(() => client.checkout.sessions.update(id, { metadata })),

    noteOnSubscription: (id: string, metadata: Record<string, string>) =>
      orNull(() => client.subscriptions.update(id, { metadata })),

    noteOnRefund: (id: string, metadata: Record<string, string>) =>
      orNull(() => client.refunds.update(id, { metadata })),
  }
}
