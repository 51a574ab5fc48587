import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find, idOf } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { changesOf, copied } from '../core/changes.ts'
import { invalidRequest, noSuch, notEmulated } from '../core/failure.ts'
import { newId } from '../core/ids.ts'
import { isLike, listOf } from '../core/listing.ts'
import { mergeMetadata } from '../core/parameters.ts'
import { isLive } from '../billing/subscription-end.ts'
import { findCustomer } from './customers.ts'
import {
  CANCELLATION_REASONS,
  CreateConfiguration,
  CreatePortalSession,
  type GivenConfiguration,
  type GivenFeatures,
  type GivenFlow,
  ListConfigurations,
  UpdateConfiguration,
} from './portal-parameters.ts'

type Configuration = Stripe.BillingPortal.Configuration
type Session = Stripe.BillingPortal.Session
type Flow = Stripe.BillingPortal.Session.Flow

const findConfiguration = (account: Account, id: string, param = 'configuration') =>
  find(account.state.portalConfigurations, 'configuration', id, param)

const newConfiguration = (account: Account, given: GivenConfiguration, isDefault = false) => {
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
      payment_method_update: { enabled: false, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: Object.keys(CANCELLATION_REASONS) },
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
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: now,
  }
  configure(configuration, given)
  account.state.portalConfigurations[configuration.id] = configuration
  account.emit('billing_portal.configuration.created', configuration)
  return configuration
}

/** Applies the given settings; the others stay as they are. */
const configure = (configuration: Configuration, given: GivenConfiguration) => {
  refuseNotHere(given)
  const { active, business_profile, default_return_url, features = {}, metadata, name } = given
  if (active !== undefined) configuration.active = active
  if (default_return_url !== undefined) configuration.default_return_url = default_return_url
  if (name !== undefined) configuration.name = name
  Object.assign(configuration.business_profile, business_profile)
  configuration.metadata = mergeMetadata(configuration.metadata ?? {}, metadata)
  putFeatures(configuration.features, features)
}

const putFeatures = (current: Configuration['features'], given: GivenFeatures) => {
  const { cancellation_reason, ...cancel } = given.subscription_cancel ?? {}
  Object.assign(current.customer_update, given.customer_update)
  Object.assign(current.invoice_history, given.invoice_history)
  Object.assign(current.payment_method_update, given.payment_method_update)
  Object.assign(current.subscription_cancel, cancel)
  Object.assign(current.subscription_cancel.cancellation_reason, cancellation_reason)
}

const refuseNotHere = ({ features = {}, login_page }: GivenConfiguration) => {
  if (login_page?.enabled) throw notEmulated('the login page of the billing portal')
  if (features.subscription_update?.enabled) throw notEmulated('changing plans in the billing portal')
  const { proration_behavior = 'none' } = features.subscription_cancel ?? {}
  if (proration_behavior !== 'none') throw notEmulated('prorations when the billing portal cancels')
}

/** As if the portal's settings had been saved in the dashboard. */
const defaultConfiguration = (account: Account) =>
  Object.values(account.state.portalConfigurations).find(({ is_default }) => is_default) ??
  newConfiguration(
    account,
    {
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, cancellation_reason: { enabled: true } },
      },
    },
    true,
  )

const createSession = (account: Account, given: z.infer<typeof CreatePortalSession>) => {
  const customer = findCustomer(account, given.customer)
  const configuration =
    given.configuration === undefined ? defaultConfiguration(account) : findConfiguration(account, given.configuration)
  if (!configuration.active) {
    throw invalidRequest('The configuration provided is not active.', { param: 'configuration' })
  }
  const flow = given.flow_data ? flowOf(account, customer.id, configuration, given.flow_data) : null
  const id = newId('bps')
  const session: Session = {
    id,
    object: 'billing_portal.session',
    configuration: configuration.id,
    created: account.now(),
    customer: customer.id,
    customer_account: null,
    flow,
    livemode: false,
    locale: given.locale ?? null,
    on_behalf_of: null,
    return_url: given.return_url ?? configuration.default_return_url,
    url: `${account.address}/p/session/${id}`,
  }
  account.state.portalSessions[id] = session
  account.emit('billing_portal.session.created', session)
  return session
}

/** A session that leads straight to one flow. */
const flowOf = (account: Account, customer: string, { features }: Configuration, given: GivenFlow): Flow => {
  const { type, subscription_cancel, after_completion } = given
  if (type !== 'payment_method_update' && type !== 'subscription_cancel') {
    throw notEmulated(`the flow ${type} of the billing portal`)
  }
  if (!features[type].enabled) {
    throw invalidRequest(`The flow ${type} is not enabled in the configuration of the portal.`, {
      param: 'flow_data[type]',
    })
  }
  if (type === 'subscription_cancel') checkCancellable(account, customer, subscription_cancel?.subscription)
  return {
    after_completion: afterCompletion(after_completion),
    customer_update: null,
    subscription_cancel: subscription_cancel
      ? { retention: null, subscription: subscription_cancel.subscription }
      : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type,
  }
}

const afterCompletion = (given: GivenFlow['after_completion']): Flow['after_completion'] => {
  if (given?.type === 'hosted_confirmation') throw notEmulated('the flow’s hosted confirmation')
  if (given?.type === 'redirect' && !given.redirect) {
    const param = 'flow_data[after_completion][redirect]'
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  return { hosted_confirmation: null, redirect: given?.redirect ?? null, type: given?.type ?? 'portal_homepage' }
}

const checkCancellable = (account: Account, customer: string, id: string | undefined) => {
  const param = 'flow_data[subscription_cancel][subscription]'
  if (id === undefined) throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  const subscription = find(account.state.subscriptions, 'subscription', id, param)
  if (idOf(subscription.customer) !== customer || !isLive(subscription)) throw noSuch('subscription', id, param)
  if (subscription.cancel_at !== null) {
    throw invalidRequest('This subscription is already set to be canceled.', { param })
  }
}

export const serveBillingPortal = (api: Api, account: Account) => {
  const path = '/v1/billing_portal/configurations'
  api.on(`POST ${path}`, CreateConfiguration, (given) => newConfiguration(account, given))
  api.on(`GET ${path}`, ListConfigurations, (given) =>
    listOf(
      path,
      Object.values(account.state.portalConfigurations).filter((row) =>
        isLike(row, { active: given.active, is_default: given.is_default }),
      ),
      given,
    ),
  )
  api.on(`GET ${path}/:id`, z.strictObject({}), (_, id) => findConfiguration(account, id))
  api.on(`POST ${path}/:id`, UpdateConfiguration, (given, id) => {
    const configuration = findConfiguration(account, id)
    const before = copied(configuration)
    configure(configuration, given)
    const changes = changesOf(before, configuration)
    configuration.updated = account.now()
    account.emit('billing_portal.configuration.updated', configuration, changes)
    return configuration
  })
  api.on('POST /v1/billing_portal/sessions', CreatePortalSession, (given) => createSession(account, given))
}
