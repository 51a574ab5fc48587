/**
 * The figures the store promises in its policies. Pages print them and features use them, so the promise and the
 * behavior cannot diverge.
 */

export const REFUND_REQUEST_DAYS = 14
export const REFUND_DECISION_HOURS = '24-48'
export const REFUND_PROCESSING_BUSINESS_DAYS = '3-5'

/** The right of withdrawal in the European Union. A creator may not shorten it. */
export const WITHDRAWAL_DAYS = 14
/** By when a withdrawn payment must be refunded, by the same law. */
export const WITHDRAWAL_PAYBACK_DAYS = 14

export const REDOWNLOAD_FREE_DAYS = 30

export const SUBSCRIPTION_MONEY_BACK_DAYS = 30
/** How long a subscriber has to fix a failed renewal before the subscription ends. */
export const SUBSCRIPTION_GRACE_DAYS = 7

export const SUPPORT_RESPONSE_HOURS = { general: '24-48', refunds: '24', privacy: '48' } as const

export const RETENTION_YEARS = {
  inactiveAccount: 3,
  purchaseRecords: 7,
  supportCommunications: 3,
  analytics: 2,
  usedGuarantee: 3,
} as const

/** The owner of an inactive account gets a mail this many days before it is erased. */
export const ERASURE_NOTICE_DAYS = 30

/** Shorter periods, for data that only security or operations need. */
export const RETENTION_DAYS = {
  signIns: 90,
  operations: 30,
  incidents: 400,
  errors: 30,
  notifications: 180,
  messages: 30,
  newsletterRecipients: 180,
  requestTimes: 30,
} as const

/** Children below this age may not use the store. */
export const MINIMUM_AGE = 13

/** How long a payment page stays open. Then the order is canceled. */
export const PAYMENT_PAGE_HOURS = 1
