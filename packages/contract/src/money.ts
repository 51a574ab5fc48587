/** Whole US cents, the only money type in code. Dollars exist only on the wire and on the screen. */
export type Cents = number & { readonly __unit: 'cents' }

export const cents = (value: number): Cents => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`)
  return value as Cents
}

/** The display format: 125000 is `$1,250.00`, and a refund of it is `-$1,250.00`. */
export const formatUsd = (value: Cents): string =>
  `${value < 0 ? '-' : ''}$${amountText(cents(Math.abs(value))).replaceAll(/\B(?=(\d{3})+\.)/g, ',')}`

/** The format for fields and metadata: `1250.00`. */
export const amountText = (value: Cents): string => (value / 100).toFixed(2)
