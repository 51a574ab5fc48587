/** `$12.34`, for display. Amounts are in the currency's smallest unit. */
export const amountText = (amount: number, currency: string) => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
