import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { inTransaction } from '@slipstream/db/client'
import { cartItems } from '@slipstream/db/tables/cart'
import { entitlements } from '@slipstream/db/tables/entitlements'
import { fulfillOrder } from '#features/orders/fulfill-order.service.ts'
import { banUser, unbanUser } from '#features/users/ban.service.ts'
import { AGREED } from '#testing/buying-store.ts'
import type { Order, Walker } from './walker.ts'

const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_pendingRefund', 'pm_card_refundFail']

const chooseMods = ({ luck, mods, pick }: Walker) => {
  const some = mods.filter(() => luck() < 0.4)
  return some.length > 0 ? some : [pick(mods)]
}

/** Fills the cart and goes to the payment page, if the store allows it. */
const order = async (walker: Walker, chosen = chooseMods(walker)): Promise<Order | null> => {
  const { luck, call, store } = walker
  const userId = walker.userId()
  await store.db.delete(cartItems).where(eq(cartItems.userId, userId))
  await store.db
    .insert(cartItems)
    .values(chosen.map((mod) => ({ userId, modId: mod?.id ?? 0 })))
    .onConflictDoNothing()
  const coupon = luck() < 0.3 ? { coupon: walker.coupon } : {}
  const quoted = await call('GET', `/api/checkout/quote?${new URLSearchParams(coupon).toString()}`)
  if (quoted.statusCode !== 200) return null
  const { quote } = quoted.json<{ quote: string }>()
  const answer = await call('POST', '/api/checkout', { key: randomUUID(), quote, consents: AGREED, ...coupon })
  if (answer.statusCode !== 200) return null
  const { orderNumber: number, url } = answer.json<{ orderNumber: string; url: string | null }>()
  const session = url?.split('/').at(-1)
  const known = walker.orders.find((one) => one.session === session)
  if (session === undefined || known) return known ?? null
  const made = { number, session, intent: null, disputes: [], refunds: [] }
  walker.orders.push(made)
  return made
}

const pay = async ({ luck, pick, call, store }: Walker, open: Order) => {
  const { payment_intent: intent } = await store.stripe.pay(open.session, pick(CARDS))
  open.intent = intent
  if (luck() < 0.5) await call('POST', '/api/purchase/complete', { transactionId: open.session })
}

/**
 * A dispute also removes the order's free mod. If the buyer takes it again and the dispute is then won, the buyer has
 * it twice, with nothing to refund.
 */
const winAfterTakingItAgain = async (walker: Walker) => {
  const { store, mods, pick } = walker
  const free = mods.at(-1)
  const open = await order(walker, [pick(mods.slice(0, -1)), free])
  if (open?.intent !== null) return
  await pay(walker, open)
  const { id } = await store.stripe.dispute(open.session)
  open.disputes.push(id)
  await fulfillOrder(store.payments, await walker.orderId(open))
  await order(walker, [free])
  await store.stripe.closeDispute(id, 'won')
}

const unpaid = ({ orders }: Walker) => orders.filter(({ intent }) => intent === null)

const erase = ({ call, username }: Walker) => call('DELETE', '/api/account', { username: username() })

const ban = ({ store, userId }: Walker) =>
  inTransaction(store.db, (tx) => banUser(tx, userId(), { reason: 'Shared mods', endsAt: null }))

export const BUYING_STEPS: Record<string, (walker: Walker) => Promise<unknown>> = {
  buy: async (walker) => {
    const open = await order(walker)
    if (open?.intent === null) await pay(walker, open)
  },
  order: (walker) => order(walker),
  'take the free mod': (walker) => order(walker, [walker.mods.at(-1)]),
  'win a dispute after taking the free mod again': winAfterTakingItAgain,
  pay: async (walker) => {
    const open = walker.pick(unpaid(walker))
    if (open) await pay(walker, open)
  },
  'leave the payment page': async (walker) => {
    const open = walker.pick(unpaid(walker))
    if (open) await walker.store.stripe.expire(open.session)
  },
  withdraw: async ({ pick, orders, call }) => {
    const one = pick(orders)
    if (one) await call('POST', `/api/orders/${one.number}/withdraw`)
  },
  'ask for a refund': async ({ pick, orders, call }) => {
    const one = pick(orders)
    if (one) await call('POST', `/api/orders/${one.number}/refund-request`, { reason: 'It does not fit' })
  },
  'delete the account': erase,
  'be banned': ban,
  'be gone and pay': async (walker) => {
    const open = await order(walker)
    await (walker.luck() < 0.5 ? erase(walker) : ban(walker))
    if (open?.intent === null) await pay(walker, open)
  },
  'be unbanned': async ({ store, userId, signInAgain }) => {
    await inTransaction(store.db, (tx) => unbanUser(tx, userId()))
    await signInAgain()
  },
  'be given a mod': ({ asAdmin, username, pick, mods }) =>
    asAdmin('POST', '/api/admin/entitlements', { username: username(), modId: pick(mods)?.id, reason: 'A present' }),
  'lose a mod': async ({ asAdmin, pick, store, userId }) => {
    const owned = await store.db
      .select({ id: entitlements.id })
      .from(entitlements)
      .where(and(eq(entitlements.userId, userId()), isNull(entitlements.revokedAt)))
      .orderBy(entitlements.id)
    const one = pick(owned)
    if (one) await asAdmin('POST', `/api/admin/entitlements/${one.id}/revoke`, { reason: 'Shared with others' })
  },
}
