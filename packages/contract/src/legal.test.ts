import { expect, test } from 'vitest'
import * as legal from './legal.ts'

test('the policy periods equal those fixed by the specification and by the store', () => {
  expect({ ...legal }).toEqual({
    REFUND_REQUEST_DAYS: 14,
    REFUND_DECISION_HOURS: '24-48',
    REFUND_PROCESSING_BUSINESS_DAYS: '3-5',
    WITHDRAWAL_DAYS: 14,
    WITHDRAWAL_PAYBACK_DAYS: 14,
    REDOWNLOAD_FREE_DAYS: 30,
    SUBSCRIPTION_MONEY_BACK_DAYS: 30,
    SUBSCRIPTION_GRACE_DAYS: 7,
    SUPPORT_RESPONSE_HOURS: { general: '24-48', refunds: '24', privacy: '48' },
    RETENTION_YEARS: {
      inactiveAccount: 3,
      purchaseRecords: 7,
      supportCommunications: 3,
      analytics: 2,
      usedGuarantee: 3,
    },
    RETENTION_DAYS: {
      signIns: 90,
      operations: 30,
      incidents: 400,
      errors: 30,
      notifications: 180,
      messages: 30,
      newsletterRecipients: 180,
      requestTimes: 30,
    },
    ERASURE_NOTICE_DAYS: 30,
    MINIMUM_AGE: 13,
    PAYMENT_PAGE_HOURS: 1,
  })
})

test('the refund period is at least as long as the legal right of withdrawal', () => {
  expect(legal.REFUND_REQUEST_DAYS).toBeGreaterThanOrEqual(legal.WITHDRAWAL_DAYS)
})
