import type { OrderStatus } from '@slipstream/contract/order-status'
import type { Tone } from '#ui/tone-style.ts'

/** Labels for the order status. */
export const ORDER_WORDS: Record<OrderStatus, { word: string; tone: Tone }> = {
  pending: { word: 'Waiting for payment', tone: 'warning' },
  paid: { word: 'Paid', tone: 'success' },
  partially_refunded: { word: 'Partly refunded', tone: 'neutral' },
  refunded: { word: 'Refunded', tone: 'neutral' },
  disputed: { word: 'Disputed', tone: 'destructive' },
  canceled: { word: 'Canceled', tone: 'neutral' },
}
