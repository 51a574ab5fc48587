import type Stripe from 'stripe'
import * as z from 'zod'
import type { Account } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { newId } from '../core/ids.ts'
import { isLike, listOf } from '../core/listing.ts'
import { cursors, flag, parametersOf, text } from '../core/parameters.ts'
import { findCustomer } from './customers.ts'

type Configuration = Stripe.BillingPortal.Configuration
type Session = Stripe.BillingPortal.Session

const ListConfigurations = parametersOf<Stripe.BillingPortal.ConfigurationListParams>()({
  ...cursors,
  active: flag.optional(),
  is_default: flag.optional(),
})

/** Only the page on which a customer changes the card: the store cancels and changes plans on its own pages. */
const CreatePortalSession = parametersOf<Stripe.BillingPortal.SessionCreateParams>()({
  customer: text,
  flow_data: z.strictObject({
    after_completion: z.strictObject({
      redirect: z.strictObject({ return_url: text }),
      type: z.literal('redirect'),
    }),
    type: z.literal('payment_method_update'),
  }),
  return_url: text.optional(),
})

/** As if the portal's settings had been saved in the dashboard. */
const defaultConfiguration = (account: Account) => {
  const known = Object.values(account.state.portalConfigurations).find(({ is_default }) => is_default)
  if (known) return known
  const now = account.now()
  const configuration: Configuration = {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: now,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: false },
      payment_method_update: { enabled: true, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: true,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: now,
  }
  account.state.portalConfigurations[configuration.id] = configuration
  account.emit('billing_portal.configuration.created', configuration)
  return configuration
}

const createSession = (account: Account, given: z.infer<typeof CreatePortalSession>) => {
  const { id: customer } = findCustomer(account, given.customer)
  const { redirect } = given.flow_data.after_completion
  const id = newId('bps')
  const session: Session = {
    id,
    object: 'billing_portal.session',
    configuration: defaultConfiguration(account).id,
    created: account.now(),
    customer,
    customer_account: null,
    flow: {
      after_completion: { hosted_confirmation: null, redirect, type: 'redirect' },
      customer_update: null,
      subscription_cancel: null,
      subscription_pause: null,
      subscription_update: null,
      subscription_update_confirm: null,
      type: 'payment_method_update',
    },
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: given.return_url ?? null,
    url: `${account.address}/p/session/${id}`,
  }
  account.state.portalSessions[id] = session
  account.emit('billing_portal.session.created', session)
  return session
}

export const serveBillingPortal = (api: Api, account: Account) => {
  const path = '/v1/billing_portal/configurations'
  api.on(`GET ${path}`, ListConfigurations, ({ active, is_default, ...page }) =>
    listOf(
      path,
      Object.values(account.state.portalConfigurations).filter((row) => isLike(row, { active, is_default })),
      page,
    ),
  )
  api.on('POST /v1/billing_portal/sessions', CreatePortalSession, (given) => createSession(account, given))
}
