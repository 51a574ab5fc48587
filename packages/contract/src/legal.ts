/**
 * The figures the store promises in its policies. The pages print them and the features act on them, so what is
 * written and what is done cannot part.
 */

export const REFUND_REQUEST_DAYS = 14
export const REFUND_DECISION_HOURS = '24-48'
export const REFUND_PROCESSING_BUSINESS_DAYS = '3-5'

/** The right of withdrawal of the European Union; a creator may not shorten it. */
export const WITHDRAWAL_DAYS = 14
/** By when the money of a withdrawn contract is paid back, by the same law. */
export const WITHDRAWAL_PAYBACK_DAYS = 14

export const REDOWNLOAD_FREE_DAYS = 30

export const SUBSCRIPTION_MONEY_BACK_DAYS = 30
/** How long a subscriber has to put a failed renewal right before the subscription ends. */
export const SUBSCRIPTION_GRACE_DAYS = 7

export const SUPPORT_RESPONSE_HOURS = { general: '24-48', refunds: '24', privacy: '48' } as const

export const RETENTION_YEARS = {
  inactiveAccount: 3,
  purchaseRecords: 7,
  supportCommunications: 3,
  analytics: 2,
} as const

/** Children below this age may not use the store. */
export const MINIMUM_AGE = 13
