/** Whole US cents, the only money type in code. Dollars exist only on the wire and on the screen. */
export type Cents = number & { readonly __unit: 'cents' }

export const cents = (value: number): Cents => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole cents: ${value}`)
  return value as Cents
}

/** The display format: 1250 is `$12.50`, and a refund of it is `-$12.50`. */
export const formatUsd = (value: Cents): string => `${value < 0 ? '-' : ''}$${(Math.abs(value) / 100).toFixed(2)}`

/** The same without the dollar sign, as fields and metadata hold it: `12.50`. */
export const amountText = (value: Cents): string => formatUsd(value).replace('$', '')
