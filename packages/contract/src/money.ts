/** Whole US cents. The only money type inside the house; dollars exist only on the wire and on the screen. */
export type Cents = number & { readonly __unit: 'cents' }

export const cents = (value: number): Cents => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`)
  return value as Cents
}

/** What a person reads: 1250 is `$12.50`, and a refund of it is `-$12.50`. */
export const formatUsd = (value: Cents): string => `${value < 0 ? '-' : ''}$${(Math.abs(value) / 100).toFixed(2)}`
