import type { StripeGateway } from '#gateways/stripe.ts'

interface DecidedRefund {
  /** Stored in Stripe's metadata, so that the store can find the refund again. */
  key: string
  amountCents: number
  /** Null until we have seen the refund at Stripe. */
  stripeId: string | null
}

/** Has Stripe pay a refund that was decided here, at most once. Throws a StripeRefusal if Stripe will not. */
export const payRefund = async (
  stripe: StripeGateway,
  paymentIntentId: string,
  { key, amountCents, stripeId }: DecidedRefund,
  metadata: Record<string, string> = {},
): Promise<void> => {
  // Stripe drops idempotency keys after a day, so look for the refund itself as well.
  const made = await stripe.listRefunds(paymentIntentId)
  if (stripeId !== null || made.some((refund) => refund.metadata?.refund === key)) return
  await stripe.refund({
    idempotencyKey: `refund-${key}`,
    paymentIntentId,
    amountCents,
    metadata: { refund: key, ...metadata },
  })
}
