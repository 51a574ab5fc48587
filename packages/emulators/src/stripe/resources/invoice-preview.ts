import type Stripe from 'stripe'
import { type Account, idOf } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { inTimeOf } from '../billing/customer-clock.ts'
import { notEmulated } from '../core/failure.ts'
import { parametersOf, text, wholeNumber } from '../core/parameters.ts'
import { previewChange } from '../billing/plan-change.ts'
import { changedItems, changesOfItems, findSubscription, prorationBehavior } from './subscription-parameters.ts'

const Preview = parametersOf<Stripe.InvoiceCreatePreviewParams>()({
  subscription: text,
  subscription_details: parametersOf<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>()({
    items: changedItems,
    proration_behavior: prorationBehavior,
    proration_date: wholeNumber.optional(),
  }),
})

/** Previews only the invoice of a change that is charged at once. */
export const serveInvoicePreview = (api: Api, account: Account) => {
  api.on('POST /v1/invoices/create_preview', Preview, ({ subscription: id, subscription_details: details }) => {
    if (details.proration_behavior !== 'always_invoice') {
      throw notEmulated('previews other than with proration_behavior always_invoice')
    }
    const subscription = findSubscription(account, id, 'subscription')
    return inTimeOf(account, idOf(subscription.customer) ?? '', () =>
      previewChange(
        account,
        subscription,
        changesOfItems(account, subscription, details.items),
        details.proration_date,
      ),
    )
  })
}
