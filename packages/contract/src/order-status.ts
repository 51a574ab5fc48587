export const ORDER_STATUSES = ['pending', 'paid', 'partially_refunded', 'refunded', 'disputed', 'canceled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/**
 * The permitted transitions of an order. A payment is never lost: even a canceled order can turn out to be paid, and
 * becomes paid before anything else happens to it. A refund that fails later and a won dispute lead back.
 */
export const ORDER_STEPS: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['paid', 'canceled'],
  paid: ['partially_refunded', 'refunded', 'disputed'],
  partially_refunded: ['paid', 'refunded', 'disputed'],
  refunded: ['paid', 'partially_refunded', 'disputed'],
  disputed: ['paid', 'partially_refunded', 'refunded'],
  canceled: ['paid'],
}
