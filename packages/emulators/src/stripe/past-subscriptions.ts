import * as z from 'zod'
import { type Account, idOf } from './core/account.ts'
import { currentPeriod, endSubscription } from './billing/subscription-end.ts'
import { newSubscription, type SubscriptionOrder } from './billing/subscription-object.ts'
import { silentAt } from './history.ts'
import { newCustomer } from './resources/customers.ts'
import { newPaymentMethod } from './resources/payment-methods.ts'
import { findPrice } from './resources/prices.ts'
import { startSubscription } from './resources/subscriptions.ts'

const EMAIL = 'member@customer.example'

export const PastSubscriptions = z.strictObject({
  price: z.string().min(1),
  subscriptions: z.array(
    z.strictObject({
      /** Unix seconds of its start. */
      at: z.int().min(0),
      metadata: z.record(z.string(), z.string()),
      /**
       * A `listed` subscription is running but has no card, invoice or payment, so it needs a tenth of the memory. The
       * other kinds have all of them.
       */
      kind: z.enum(['listed', 'billed', 'ended']),
    }),
  ),
})
type Past = z.infer<typeof PastSubscriptions>

/** Imports subscriptions from before the account existed, in bulk. No events are sent. */
export const rememberSubscriptions = (account: Account, { price, subscriptions }: Past) => {
  const items = [{ price: findPrice(account, price), quantity: 1 }]
  const crowd = newCustomer(account, { email: EMAIL })
  return {
    subscriptions: subscriptions.map(({ at, metadata, kind }) => {
      const past = silentAt(account, at)
      const order = { items, metadata, description: null }
      const subscription =
        kind === 'listed'
          ? listed(past, { ...order, customer: crowd, defaultPaymentMethod: null })
          : startSubscription(past, {
              ...order,
              customer: newCustomer(past, { email: EMAIL }).id,
              paymentMethod: newPaymentMethod(past, 'pm_card_visa', EMAIL),
              authenticated: true,
            }).subscription
      if (kind === 'ended') endSubscription(silentAt(account, account.now()), subscription)
      return { id: subscription.id, customer: idOf(subscription.customer), ...currentPeriod(subscription) }
    }),
  }
}

const listed = (past: Account, order: SubscriptionOrder) =>
  Object.assign(newSubscription(past, order), { status: 'active' as const })
