/** A running monthly subscription, as the API sends it. */
export const sentSubscription = (changes: object = {}) => ({
  planId: 1,
  planName: 'Premium Month',
  amountCents: 699,
  interval: 'month',
  state: 'active',
  startedAt: '2026-10-03T14:02:00.000Z',
  renewsAt: '2027-01-03T14:02:00.000Z',
  endsAt: null,
  cancelAtPeriodEnd: false,
  card: { brand: 'visa', last4: '4242' },
  nextPlan: null,
  change: null,
  openInvoice: null,
  invoices: [
    {
      id: 1,
      number: 'SLIP-0001',
      issuedAt: '2026-10-03T14:02:00.000Z',
      amountCents: 699,
      refundedCents: 0,
      status: 'paid',
      url: 'https://invoice.stripe.example/1',
    },
  ],
  refundableUntil: null,
  refundableCents: 0,
  ...changes,
})

export const SENT_PLANS = [
  {
    id: 1,
    name: 'Premium Month',
    description: 'Come and go as you like.',
    price: 6.99,
    interval: 'month',
    isFeatured: false,
  },
  { id: 2, name: 'Premium Year', description: '', price: 59.99, interval: 'year', isFeatured: true },
]
