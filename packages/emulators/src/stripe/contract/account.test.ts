import { describe, expect, test } from 'vitest'
import { stripe } from '../testing/stripe-under-test.ts'

describe('the account', () => {
  test('the account that a key belongs to can be read', async () => {
    const account = await stripe.accounts.retrieveCurrent()
    expect(account.object).toBe('account')
    expect(account.id).toMatch(/^acct_/)
  })

  test('the account has a balance by currency', async () => {
    const balance = await stripe.balance.retrieve()
    expect(balance).toMatchObject({ object: 'balance', livemode: false })
    for (const { amount, currency } of [...balance.available, ...balance.pending]) {
      expect(Number.isInteger(amount)).toBe(true)
      expect(currency).toMatch(/^[a-z]{3}$/)
    }
  })
})
