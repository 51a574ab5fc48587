import { and, eq } from 'drizzle-orm'
import { subscriptionInvoices, subscriptions } from '@slipstream/db/tables/subscriptions'
import type { SubscriptionPage, Walker } from './walker.ts'

const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_pendingRefund', 'pm_card_visa_chargeDeclined']

/** Opens the payment page of a plan, or finds the one that is still open. */
const choosePlan = async ({ call, pick, plans, pages }: Walker): Promise<SubscriptionPage | null> => {
  const plan = pick(plans)
  const answer = await call('POST', '/api/subscription/start', { planId: plan?.id, shownCents: plan?.price })
  if (answer.statusCode !== 200) return null
  const session = answer.json<{ url: string }>().url.split('/').at(-1) ?? ''
  const known = pages.find((one) => one.session === session)
  const page = known ?? { session, subscription: null }
  if (!known) pages.push(page)
  return page
}

const pay = async ({ luck, pick, call, store, customers }: Walker, page: SubscriptionPage) => {
  const { subscription, customer } = await store.stripe.pay(page.session, pick(CARDS))
  page.subscription = subscription
  if (customer !== null) customers.add(customer)
  if (luck() < 0.5) await call('POST', '/api/subscription/complete', { transactionId: page.session })
}

const changePlan = async ({ call, pick, plans, luck }: Walker) => {
  const quoted = await call('POST', '/api/subscription/change/quote', { planId: pick(plans)?.id })
  if (quoted.statusCode !== 200 || luck() < 0.1) return
  const { quote } = quoted.json<{ quote: string }>()
  await call('POST', '/api/subscription/change', { quote })
  // A second click, or the other tab.
  if (luck() < 0.2) await call('POST', '/api/subscription/change', { quote })
}

const ofStripe = ({ pages }: Walker) => pages.flatMap(({ subscription }) => subscription ?? [])

/** A payment of the person's subscriptions that the store knows. */
const choosePayment = async ({ store, userId, pick }: Walker) => {
  const rows = await store.db
    .select({ id: subscriptionInvoices.id, intent: subscriptionInvoices.paymentIntentId })
    .from(subscriptionInvoices)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionInvoices.subscriptionId))
    .where(and(eq(subscriptions.userId, userId()), eq(subscriptionInvoices.status, 'paid')))
    .orderBy(subscriptionInvoices.id)
  return pick(rows)
}

export const SUBSCRIBING_STEPS: Record<string, (walker: Walker) => Promise<unknown>> = {
  subscribe: async (walker) => {
    const page = await choosePlan(walker)
    if (page?.subscription === null) await pay(walker, page)
  },
  'open the page of a plan': choosePlan,
  'pay for a subscription': async (walker) => {
    const page = walker.pick(walker.pages.filter(({ subscription }) => subscription === null))
    if (page) await pay(walker, page)
  },
  'change the plan': changePlan,
  'withdraw the change': ({ call }) => call('POST', '/api/subscription/change/withdraw'),
  'cancel the subscription': ({ call }) => call('POST', '/api/subscription/cancel', {}),
  'resume the subscription': ({ call }) => call('POST', '/api/subscription/resume'),
  'take the money back': ({ call }) => call('POST', '/api/subscription/refund'),
  'the next renewal fails': async (walker) => {
    const subscription = walker.pick(ofStripe(walker))
    if (subscription !== undefined) await walker.store.stripe.failNextRenewal(subscription)
  },
  'a subscription is canceled in the dashboard': async (walker) => {
    const subscription = walker.pick(ofStripe(walker))
    if (subscription !== undefined) await walker.store.stripe.endSubscription(subscription)
  },
  'refund a subscription payment': async (walker) => {
    const payment = await choosePayment(walker)
    if (payment) {
      const url = `/api/admin/subscriptions/payments/${payment.id}/refund`
      await walker.asAdmin('POST', url, { reason: 'They asked for it' })
    }
  },
  'refund a subscription payment in the dashboard': async (walker) => {
    const intent = (await choosePayment(walker))?.intent
    const amount = walker.luck() < 0.5 ? undefined : 1 + Math.floor(walker.luck() * 300)
    if (typeof intent === 'string') await walker.store.stripe.refundPayment(intent, amount)
  },
  'dispute a subscription payment': async (walker) => {
    const intent = (await choosePayment(walker))?.intent
    if (typeof intent === 'string') walker.disputes.push((await walker.store.stripe.disputePayment(intent)).id)
  },
  'close the dispute of a subscription': async ({ luck, pick, disputes, store }) => {
    const dispute = pick(disputes)
    if (dispute !== undefined) await store.stripe.closeDispute(dispute, luck() < 0.6 ? 'won' : 'lost')
  },
}
