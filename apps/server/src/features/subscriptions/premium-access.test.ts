import { describe, expect, test } from 'vitest'
import { SUBSCRIPTION_STATUSES } from '@slipstream/contract/subscription-status'
import { isPremiumAt } from '#features/premium/premium.ts'
import { accessUntil, dunningMailsDue, nextDunningMail } from './premium-access.ts'

const at = (text: string) => new Date(text)
const PAID = at('2027-03-01T10:00:00Z')
const GRACE = at('2027-03-08T10:00:00Z')
const ENDED = at('2027-02-10T00:00:00Z')

describe('[AUTH-09] the table from Stripe’s status to Premium', () => {
  test.each([
    ['pending', null, null],
    ['abandoned', null, null],
    ['incomplete', null, null],
    ['incomplete_expired', null, null],
    ['trialing', GRACE, PAID],
    ['active', GRACE, PAID],
    ['past_due', GRACE, PAID],
    ['unpaid', PAID, PAID],
    ['paused', PAID, PAID],
    ['canceled', ENDED, ENDED],
  ] as const)('the status %s gives Premium until the expected date, or none', (status, renewing, ending) => {
    const standing = { status, paidThrough: PAID, endsAt: null, endedAt: status === 'canceled' ? ENDED : null }
    expect(accessUntil(standing)).toEqual(renewing)
    expect(accessUntil({ ...standing, endsAt: PAID })).toEqual(ending)
  })

  test('a subscription that was never paid gives no Premium', () => {
    for (const status of SUBSCRIPTION_STATUSES) {
      expect(accessUntil({ status, paidThrough: null, endsAt: null, endedAt: null })).toBe(null)
    }
  })
})

test('[AUTH-09] T-CLOCK: Premium flips at the exact second, on any calendar day', () => {
  const ends = [
    '2028-02-29T23:59:59Z',
    '2027-01-31T12:00:00Z',
    '2027-03-14T10:00:00Z',
    '2027-03-28T01:00:00Z',
    '2026-12-31T23:59:59Z',
    '2027-10-31T01:30:00Z',
  ]
  for (const end of ends.map(at)) {
    const until = accessUntil({ status: 'active', paidThrough: end, endsAt: end, endedAt: null })
    expect(isPremiumAt(until, new Date(end.getTime() - 1_000))).toBe(true)
    expect(isPremiumAt(until, end)).toBe(false)
    const grace = accessUntil({ status: 'past_due', paidThrough: end, endsAt: null, endedAt: null })
    expect((grace?.getTime() ?? 0) - end.getTime()).toBe(7 * 24 * 60 * 60_000)
  }
})

test('a failed renewal sends three mails: at once, after three days and a day before the end', () => {
  const dates = { paidThrough: PAID, accessUntil: GRACE }
  const days: [string, 1 | 2 | 3, Date | null][] = [
    ['2027-03-01T11:00:00Z', 1, at('2027-03-04T10:00:00Z')],
    ['2027-03-04T10:00:00Z', 2, at('2027-03-07T10:00:00Z')],
    ['2027-03-07T10:00:00Z', 3, null],
    ['2027-03-09T10:00:00Z', 3, null],
  ]
  for (const [now, due, next] of days) {
    expect(dunningMailsDue(dates, at(now))).toBe(due)
    expect(nextDunningMail(dates, at(now))).toEqual(next)
  }
})
