interface TestCard {
  number: string
  brand: 'visa' | 'mastercard'
  /** The description on the hosted page. */
  meaning: string
  decline?: { code: string; decline_code: string; message: string }
  /** The card can be saved, but every payment with it is declined. */
  savesFirst?: true
  threeDSecure?: true
  disputes?: true
  /** How refunds to the card behave: late ones are pending at first, failing ones are returned by the bank. */
  refunds?: 'late' | 'failing'
}

const DECLINED = { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' }

/** Stripe's own test cards, under their API names. */
export const CARDS = {
  pm_card_visa: { number: '4242424242424242', brand: 'visa', meaning: 'succeeds' },
  pm_card_mastercard: { number: '5555555555554444', brand: 'mastercard', meaning: 'succeeds (Mastercard)' },
  pm_card_visa_chargeDeclined: { number: '4000000000000002', brand: 'visa', meaning: 'is declined', decline: DECLINED },
  pm_card_visa_chargeDeclinedInsufficientFunds: {
    number: '4000000000009995',
    brand: 'visa',
    meaning: 'has insufficient funds',
    decline: {
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
  pm_card_chargeCustomerFail: {
    number: '4000000000000341',
    brand: 'visa',
    meaning: 'can be saved, then every payment is declined',
    decline: DECLINED,
    savesFirst: true,
  },
  pm_card_authenticationRequired: {
    number: '4000002760003184',
    brand: 'visa',
    meaning: 'asks for 3-D Secure',
    threeDSecure: true,
  },
  pm_card_createDispute: {
    number: '4000000000000259',
    brand: 'visa',
    meaning: 'succeeds and is disputed afterwards',
    disputes: true,
  },
  pm_card_pendingRefund: {
    number: '4000000000007726',
    brand: 'visa',
    meaning: 'succeeds, and a refund is pending for an hour',
    refunds: 'late',
  },
  pm_card_refundFail: {
    number: '4000000000005126',
    brand: 'visa',
    meaning: 'succeeds, and a refund fails after an hour',
    refunds: 'failing',
  },
} as const satisfies Record<string, TestCard>

export type CardName = keyof typeof CARDS

export const cardOf = (name: CardName): TestCard => CARDS[name]

export const isCardName = (text: string): text is CardName => Object.hasOwn(CARDS, text)

export const cardWithNumber = (typed: string): CardName | undefined => {
  const digits = typed.replace(/\D/g, '')
  return Object.keys(CARDS).find((name): name is CardName => isCardName(name) && CARDS[name].number === digits)
}
