import { setTimeout as sleep } from 'node:timers/promises'
import type { AdminOrder } from '@slipstream/contract/orders-admin'
import { cartItems } from '@slipstream/db/tables/cart'
import { createCoupon } from '@slipstream/db/testing/order-factories'
import { AGREED, type Buyer, complete, newBuyer, newBuyers, newKey, newMods, quoteOf } from '#testing/buying-store.ts'
import { seededRandom } from './seeded-random.ts'
import type { StoreOfProcesses } from './open-processes.ts'

const PRICES = [499, 650, 725, 899, 950, 1_050, 1_199, 1_333, 1_475, 1_999, 2_250, 3_107]
const LARGEST_CART = 4

const SHARE = { abandoned: 0.05, withCoupon: 0.4, comesBack: 0.5, clicksTwice: 0.2 }

/** What one buyer is owed in the end, derived only from what was shown and done. */
interface Account {
  userId: number
  mods: Set<number>
  paidCents: number
  refundedCents: number
}

/** Mods, a coupon with too few uses for all, and buyers with one to four mods in the cart. */
export const prepareBuyers = async (store: StoreOfProcesses, seed: number, many: number) => {
  const mods = await newMods(store, PRICES)
  const coupon = await createCoupon(store.db, { maxUses: Math.ceil(many / 5) })
  const buyers = await newBuyers(store, many, mods.slice(0, 1))
  const carts = buyers.flatMap(({ row }, place) => {
    const size = Math.floor(seededRandom(seed, `${place} cart`) * LARGEST_CART)
    const chosen = new Set(
      Array.from({ length: size }, (_, n) => Math.floor(seededRandom(seed, `${place} mod ${n}`) * 11)),
    )
    return [...chosen].map((mod) => ({ userId: row.id, modId: mods[mod + 1]?.id ?? 0 }))
  })
  if (carts.length > 0) await store.db.insert(cartItems).values(carts)
  const admin = await newBuyer(store, [], { isAdmin: true })
  return { buyers, admin, coupon: coupon.code }
}
export type Crowd = Awaited<ReturnType<typeof prepareBuyers>>

/** Buys like a person and returns what this person is owed. Refunds come later. */
export const visit = async (store: StoreOfProcesses, crowd: Crowd, seed: number, place: number) => {
  const buyer = crowd.buyers[place]
  if (!buyer) throw new Error('unknown buyer')
  const isLucky = (share: keyof typeof SHARE) => seededRandom(seed, `${place} ${share}`) < SHARE[share]
  const account: Account = { userId: buyer.row.id, mods: new Set(), paidCents: 0, refundedCents: 0 }
  const order = await checkOut(buyer, isLucky('withCoupon') ? crowd.coupon : undefined, isLucky('clicksTwice'))
  if (isLucky('abandoned')) return { account }

  await store.stripe.pay(order.session)
  account.paidCents = order.totalCents
  account.mods = new Set(order.modIds)
  if (isLucky('comesBack')) await complete(buyer, order.session)
  // Three of twenty want a refund.
  if ((place + seed) % 20 >= 3) return { account }
  const way = WAYS[Math.floor(seededRandom(seed, `${place} way`) * WAYS.length)] ?? fromDashboard
  return { account, refund: () => way({ store, admin: crowd.admin, buyer, order, account }) }
}

const checkOut = async (buyer: Buyer, coupon: string | undefined, clicksTwice: boolean) => {
  const quote = await quoteOf(buyer, coupon)
  const code = quote.couponProblem === null ? coupon : undefined
  const wish = { key: newKey(), quote: quote.quote, consents: AGREED, ...(code !== undefined && { coupon: code }) }
  const click = () => buyer.call('POST', '/api/checkout', wish)
  const [answer, second] = await Promise.all([click(), clicksTwice ? click() : null])
  const body = answer.json<{ code?: string; orderNumber: string; url: string }>()
  // Another buyer took the last use: check out without it.
  if (body.code === 'coupon.used_up') return checkOut(buyer, undefined, clicksTwice)
  if (answer.statusCode !== 200) throw new Error(`checkout: ${answer.statusCode} ${answer.body}`)
  if (second && second.body !== answer.body) throw new Error(`two clicks: ${answer.body} and ${second.body}`)
  return {
    number: body.orderNumber,
    session: body.url.split('/').at(-1) ?? '',
    totalCents: quote.totalCents,
    modIds: quote.lines.map(({ modId }) => modId),
  }
}

interface Refunded {
  store: StoreOfProcesses
  admin: Buyer
  buyer: Buyer
  order: Awaited<ReturnType<typeof checkOut>>
  account: Account
}

const fromDashboard = async ({ store, order, account }: Refunded) => {
  await store.stripe.refund(order.session)
  account.refundedCents = account.paidCents
  account.mods.clear()
}

const byStaff = async ({ admin, buyer, order, account }: Refunded) => {
  await untilPaid(buyer, order.number)
  const { id } = await findOrder(admin, order.number)
  await askRefund(admin, id)
  account.refundedCents = account.paidCents
  account.mods.clear()
}

const ofOneItem = async ({ admin, buyer, order, account }: Refunded) => {
  await untilPaid(buyer, order.number)
  const { id, items } = await findOrder(admin, order.number)
  const [item] = items
  if (!item) throw new Error('an order without items')
  await askRefund(admin, id, [item.id])
  account.refundedCents = item.paidCents
  account.mods.delete(item.modId)
}

const WAYS = [fromDashboard, byStaff, ofOneItem]

const untilPaid = async (buyer: Buyer, number: string) => {
  for (const giveUpAt = Date.now() + 180_000; Date.now() < giveUpAt; await sleep(500)) {
    const answer = await buyer.call('GET', `/api/orders/${number}`)
    if (answer.statusCode === 200 && answer.json<{ status: string }>().status === 'paid') return
  }
  throw new Error(`${number} was not delivered`)
}

const findOrder = async (admin: Buyer, number: string) => {
  const found = await admin.call('GET', `/api/admin/orders?q=${number}`)
  const [row] = found.json<{ items: { id: number }[] }>().items
  return (await admin.call('GET', `/api/admin/orders/${row?.id}`)).json<AdminOrder>()
}

const askRefund = async (admin: Buyer, id: number, itemIds?: number[]) => {
  const wish = { reason: 'They asked for it', ...(itemIds && { itemIds }) }
  const answer = await admin.call('POST', `/api/admin/orders/${id}/refund`, wish)
  // A retry after a broken connection learns that the refund is already queued.
  const isAsked = answer.statusCode === 200 || answer.json<{ code: string }>().code === 'orders.nothing_to_refund'
  if (!isAsked) throw new Error(`refund: ${answer.statusCode} ${answer.body}`)
}
