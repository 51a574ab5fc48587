/** A coupon above this discount could give the store away, so creating or changing it requires reauthentication. */
const STEEP_PERCENT = 50
const STEEP_CENTS = 2_000

export const isSteep = (discount: { kind: 'percent'; percent: number } | { kind: 'amount'; amountCents: number }) =>
  discount.kind === 'percent' ? discount.percent > STEEP_PERCENT : discount.amountCents > STEEP_CENTS
