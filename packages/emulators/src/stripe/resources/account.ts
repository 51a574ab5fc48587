import type Stripe from 'stripe'
import * as z from 'zod'
import type { Account } from '../core/account.ts'
import type { Api } from '../core/api.ts'

/** What a store requests to check its key. */
export const serveAccount = (api: Api, account: Account) => {
  api.on(
    'GET /v1/account',
    z.strictObject({}),
    (): Stripe.Account => ({
      id: 'acct_slipstreamemulator',
      object: 'account',
      charges_enabled: true,
      country: 'US',
      default_currency: 'usd',
      details_submitted: true,
      email: 'owner@slipstream.example',
      payouts_enabled: true,
      type: 'standard',
    }),
  )
  api.on('GET /v1/balance', z.strictObject({}), (): Stripe.Balance => {
    const pending: Record<string, number> = { usd: 0 }
    for (const { currency, net } of Object.values(account.state.balanceTransactions)) {
      pending[currency] = (pending[currency] ?? 0) + net
    }
    return {
      object: 'balance',
      available: Object.keys(pending).map((currency) => ({ amount: 0, currency, source_types: { card: 0 } })),
      livemode: false,
      pending: Object.entries(pending).map(([currency, amount]) => ({
        amount,
        currency,
        source_types: { card: amount },
      })),
    }
  })
}
