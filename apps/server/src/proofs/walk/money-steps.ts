import { EVENT_TYPES } from '@slipstream/contract/webhook-events'
import { reconcile, sweepEvents } from '#features/reconciliation/reconcile.service.ts'
import type { Walker } from './walker.ts'

const paid = ({ orders }: Walker) => orders.filter(({ intent }) => intent !== null)

const adminRefund = async (walker: Walker, isWhole: boolean) => {
  const one = walker.pick(paid(walker))
  if (!one) return
  const url = `/api/admin/orders/${await walker.orderId(one)}`
  const { items } = (await walker.asAdmin('GET', url)).json<{ items?: { id: number }[] }>()
  // A restore has lost the order, and it is not adopted yet.
  if (!items) return
  const itemIds = isWhole ? {} : { itemIds: [walker.pick(items)?.id] }
  await walker.asAdmin('POST', `${url}/refund`, { reason: 'They asked for it', ...itemIds })
}

const dashboardRefund = async (walker: Walker, isWhole: boolean) => {
  const one = walker.pick(paid(walker))
  const amount = isWhole ? undefined : 1 + Math.floor(walker.luck() * 700)
  if (one) await walker.store.stripe.refund(one.session, amount)
}

const ownRefunds = async (walker: Walker) => {
  const intents = new Set(paid(walker).map(({ intent }) => intent))
  return (await walker.store.stripe.refunds()).filter(({ payment_intent }) => intents.has(payment_intent))
}

const dispute = async (walker: Walker, isWhole: boolean) => {
  const one = walker.pick(paid(walker))
  if (!one) return
  const amount = isWhole ? undefined : 1 + Math.floor(walker.luck() * 500)
  one.disputes.push((await walker.store.stripe.dispute(one.session, amount)).id)
}

const closeDispute = async (walker: Walker, outcome: 'won' | 'lost') => {
  const id = walker.pick(paid(walker).flatMap(({ disputes }) => disputes))
  if (id !== undefined) await walker.store.stripe.closeDispute(id, outcome)
}

const settleRefund = async (walker: Walker, outcome: 'succeeded' | 'failed') => {
  const refund = walker.pick(await ownRefunds(walker))
  if (refund) await walker.store.stripe.settleRefund(refund.id, outcome)
}

/** Stripe's events of this walk that were not sent yet. */
const untold = async ({ store, orders, pages, customers, told }: Walker) => {
  const ours = new Set(
    [...orders.flatMap(({ session, intent }) => [session, intent]), ...pages.map(({ session }) => session)].concat([
      ...customers,
    ]),
  )
  const found = []
  for await (const page of store.payments.stripe.eventPages(EVENT_TYPES, null)) {
    found.push(
      ...page.filter(({ id, data }) => {
        const object = data.object as { id: string; payment_intent?: string | null; customer?: string | null }
        return !told.has(id) && [object.id, object.payment_intent, object.customer].some((one) => ours.has(one ?? ''))
      }),
    )
  }
  return found.reverse()
}

export const MONEY_STEPS: Record<string, (walker: Walker) => Promise<unknown>> = {
  'refund an item': (walker) => adminRefund(walker, false),
  'refund an order': (walker) => adminRefund(walker, true),
  'refund a part in the dashboard': (walker) => dashboardRefund(walker, false),
  'refund all in the dashboard': (walker) => dashboardRefund(walker, true),
  'a refund fails': (walker) => settleRefund(walker, 'failed'),
  'a refund succeeds': (walker) => settleRefund(walker, 'succeeded'),
  'dispute all': (walker) => dispute(walker, true),
  'dispute a part': (walker) => dispute(walker, false),
  'win a dispute': (walker) => closeDispute(walker, 'won'),
  'lose a dispute': (walker) => closeDispute(walker, 'lost'),
  'send webhooks': async (walker) => {
    const { luck, store, late, told } = walker
    for (const event of [...late.splice(0), ...(await untold(walker))]) {
      told.add(event.id)
      const fate = luck()
      if (fate < 0.25) continue
      if (fate < 0.45) late.push(event)
      else await store.deliver(event)
      if (fate > 0.8) await store.deliver(event)
    }
  },
  reconcile: ({ store }) => reconcile(store.payments, () => undefined),
  sweep: ({ store }) => sweepEvents(store.payments),
}
