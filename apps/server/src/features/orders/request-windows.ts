import { DAY_MS } from '@slipstream/contract/durations'
import { REFUND_REQUEST_DAYS, WITHDRAWAL_DAYS } from '@slipstream/contract/legal'
import type { OrderRow } from './order-state.service.ts'

/** The end of a period in days after the payment, as an instant: 14 days are 14 times 24 hours in every time zone. */
const daysAfter = (start: Date | null, days: number) => start && new Date(start.getTime() + days * DAY_MS)

export const withdrawalUntil = ({ paidAt }: Pick<OrderRow, 'paidAt'>) => daysAfter(paidAt, WITHDRAWAL_DAYS)

export const refundRequestUntil = ({ paidAt }: Pick<OrderRow, 'paidAt'>) => daysAfter(paidAt, REFUND_REQUEST_DAYS)

export const isBefore = (end: Date | null, now = new Date()) => end !== null && now < end

/** In all other states nothing was paid, everything was refunded, or a bank holds the money. */
export const canBePaidBack = ({ status }: Pick<OrderRow, 'status'>) =>
  status === 'paid' || status === 'partially_refunded'
