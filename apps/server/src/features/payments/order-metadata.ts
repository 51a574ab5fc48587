import type { orderItems, orders } from '@slipstream/db/tables/orders'

type OrderRow = typeof orders.$inferSelect
type ItemRow = Pick<typeof orderItems.$inferSelect, 'modId' | 'priceCents' | 'discountCents' | 'paidCents'>

/** Stripe keeps 50 keys with 500 characters each. The largest cart needs far fewer. */
const MOST_CHARACTERS = 500

/**
 * All that an order consists of, in the metadata of its payment, so that it can be rebuilt after a restore. Everything
 * comes from rows that never change, because a repeated call with the same idempotency key must say the same.
 */
export const writeOrderMetadata = (
  order: OrderRow,
  items: readonly ItemRow[],
  couponCode: string | null,
): Record<string, string> => ({
  order: order.reference,
  user: String(order.userId),
  number: order.number,
  consents: order.consentVersion,
  consented: order.consentedAt.toISOString(),
  sale: String(order.saleCents),
  ...(couponCode !== null && { coupon: `${order.couponCents} ${couponCode}` }),
  ...(order.country !== null && { country: order.country }),
  ...Object.fromEntries(portionsOf(items).map((portion, place) => [`items_${place + 1}`, portion])),
})

/** Each item as mod:price:discount:paid. */
const portionsOf = (items: readonly ItemRow[]) => {
  const portions: string[] = []
  for (const { modId, priceCents, discountCents, paidCents } of items) {
    const word = [modId, priceCents, discountCents, paidCents].join(':')
    const last = portions.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= MOST_CHARACTERS) {
      portions[portions.length - 1] = `${last} ${word}`
    } else portions.push(word)
  }
  return portions
}

export interface NotedOrder {
  reference: string
  userId: number
  number: string
  consentVersion: string
  consentedAt: Date
  saleCents: number
  couponCents: number
  couponCode: string | null
  country: string | null
  items: ItemRow[]
}

const ITEM = /^(\d{1,9}):(\d{1,9}):(\d{1,9}):(\d{1,9})$/

/** Null if the metadata does not say everything, as before orders noted their items. */
export const readOrderMetadata = (metadata: Record<string, string>): NotedOrder | null => {
  const { order, user, number, consents, consented, sale, country = null } = metadata
  const items = itemsOf(metadata)
  if (!order || !user || !number || !consents || !consented || !sale || items.length === 0) return null
  const about = { reference: order, userId: Number(user), number, country }
  const agreed = { consentVersion: consents, consentedAt: new Date(consented) }
  return { ...about, ...agreed, ...couponOf(metadata), saleCents: Number(sale), items }
}

const couponOf = ({ coupon }: Record<string, string>) => {
  const [couponCents = '0', couponCode = null] = coupon?.split(' ') ?? []
  return { couponCents: Number(couponCents), couponCode }
}

const itemsOf = (metadata: Record<string, string>): ItemRow[] => {
  const items: ItemRow[] = []
  for (let place = 1; ; place++) {
    const portion = metadata[`items_${place}`]
    if (portion === undefined) return items
    for (const word of portion.split(' ')) {
      const [, modId, priceCents, discountCents, paidCents] = (ITEM.exec(word) ?? []).map(Number)
      if (modId === undefined || priceCents === undefined || discountCents === undefined || paidCents === undefined)
        return []
      items.push({ modId, priceCents, discountCents, paidCents })
    }
  }
}
