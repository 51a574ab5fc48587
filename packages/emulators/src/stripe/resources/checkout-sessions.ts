import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find, idOf } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { invalidRequest } from '../core/failure.ts'
import { randomLetters } from '../core/ids.ts'
import { isLike, listOf } from '../core/listing.ts'
import { type MetadataChange, mergeMetadata, metadata, paging, parametersOf, text } from '../core/parameters.ts'
import { checkLines, makeLine } from './checkout-lines.ts'
import { customerDetails, detailsOf, openSession } from './checkout-object.ts'
import { checkNewSession, CreateSession, type NewSession } from './checkout-parameters.ts'
import { refuseSmallTotal, sumsOf } from './checkout-totals.ts'
import { findCustomer } from './customers.ts'
import { refuseManaged } from './managed-payments.ts'
import { cancelIntent } from './payment-intents.ts'

const Update = parametersOf<Stripe.Checkout.SessionUpdateParams>()({ metadata: metadata.optional() })
const List = parametersOf<Stripe.Checkout.SessionListParams>()({
  ...paging,
  customer: text.optional(),
  customer_details: z.strictObject({ email: text }).optional(),
  payment_intent: text.optional(),
  status: z.enum(['complete', 'expired', 'open']).optional(),
  subscription: text.optional(),
})
const ListLines = parametersOf<Stripe.Checkout.SessionListLineItemsParams>()({
  limit: paging.limit,
  starting_after: paging.starting_after,
  ending_before: paging.ending_before,
})

export const findSession = (account: Account, id: string) =>
  find(account.state.checkoutSessions, 'checkout.session', id, 'session')

export const createSession = (account: Account, given: NewSession) => {
  const created = account.now()
  const expires_at = checkNewSession(given, created)
  const customer = given.customer === undefined ? null : findCustomer(account, given.customer)
  const checked = checkLines(account, given)
  const currency = checked[0]?.currency ?? ''
  const sums = sumsOf(checked.map(({ amount }) => amount))
  refuseSmallTotal(sums.amount_total, currency)

  const id = `cs_test_${randomLetters(58)}`
  const session: Stripe.Checkout.Session = {
    ...openSession(given),
    ...sums,
    id,
    created,
    currency,
    customer: idOf(customer),
    customer_details: customerDetails(given.customer_email ?? customer?.email),
    discounts: [],
    expires_at,
    url: `${account.address}/c/pay/${id}`,
  }
  const lines = checked.map((line) => makeLine(account, line))
  account.state.checkoutSessions[id] = session
  account.state.checkoutDetails[id] = {
    lines,
    paymentIntentData: handedOn(given.payment_intent_data),
    subscriptionData: handedOn(given.subscription_data),
    pendingCard: null,
  }
  return session
}

const handedOn = <Data extends { metadata?: MetadataChange | undefined }>(data: Data | undefined) => ({
  ...data,
  metadata: mergeMetadata({}, data?.metadata),
})

/** Expires an unpaid session, by a call of the store or over time. */
export const expireSession = (account: Account, session: Stripe.Checkout.Session) => {
  session.status = 'expired'
  session.url = null
  dropUnpaidIntent(account, session)
  account.emit('checkout.session.expired', session)
}

/** A declined payment must not stay payable after its session has ended. */
export const dropUnpaidIntent = (account: Account, session: Stripe.Checkout.Session) => {
  const intent = account.state.paymentIntents[idOf(session.payment_intent) ?? '']
  if (intent && intent.status !== 'succeeded' && intent.status !== 'canceled')
    cancelIntent(account, intent, 'automatic')
}

export const serveCheckoutSessions = (api: Api, account: Account) => {
  api.on('POST /v1/checkout/sessions', CreateSession, (given) => {
    refuseManaged(account, given)
    return createSession(account, given)
  })
  api.on('GET /v1/checkout/sessions', List, (given) =>
    listOf(
      '/v1/checkout/sessions',
      Object.values(account.state.checkoutSessions).filter((session) => isWanted(session, given)),
      given,
    ),
  )
  api.on('GET /v1/checkout/sessions/:id', z.strictObject({}), (_, id) => findSession(account, id))
  api.on('POST /v1/checkout/sessions/:id', Update, ({ metadata: change }, id) => {
    const session = findSession(account, id)
    session.metadata = mergeMetadata(session.metadata ?? {}, change)
    return session
  })
  api.on('POST /v1/checkout/sessions/:id/expire', z.strictObject({}), (_, id) => {
    const session = findSession(account, id)
    if (session.status !== 'open') {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${String(session.status)}\`.`,
      )
    }
    expireSession(account, session)
    return session
  })
  api.on('GET /v1/checkout/sessions/:id/line_items', ListLines, (given, id) => {
    const { lines } = detailsOf(account, findSession(account, id))
    // Lines keep their order; other lists begin with the newest.
    return listOf(`/v1/checkout/sessions/${id}/line_items`, lines.toReversed(), given)
  })
}

const isWanted = (session: Stripe.Checkout.Session, given: z.infer<typeof List>) => {
  const { customer, payment_intent, subscription, status } = given
  return (
    isLike(session, { customer, payment_intent, subscription, status }) &&
    (given.customer_details === undefined || session.customer_details?.email === given.customer_details.email)
  )
}
