export const STRAY_KINDS = ['order', 'subscription'] as const

/** Still a difference between Stripe and the books. */
export const UNSETTLED_STATES = ['open', 'adopting', 'refunding'] as const
export const SETTLED_STATES = ['adopted', 'refunded'] as const
export const STRAY_STATES = [...UNSETTLED_STATES, ...SETTLED_STATES] as const
