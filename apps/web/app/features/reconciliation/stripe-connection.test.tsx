// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/reconciliation-webhooks'
import '@slipstream/contract/settings-admin'
import { configure, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { PaymentRules, SubscriptionRules } from './payment-rules.tsx'
import { StripeConnection } from './stripe-connection.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const STATUS = 'GET /api/admin/payments/status'
const SETTINGS = 'GET /api/admin/settings/values'

const webhook = {
  url: 'https://store.example/api/webhooks/stripe',
  reachable: { ok: true, error: null },
  registered: 'enabled',
  missingTypes: [],
  lastReceived: { type: 'invoice.paid', at: new Date().toISOString() },
  unhandled: 0,
}
const sentStatus = (changes: object = {}) => ({
  mode: 'test',
  hasSecretKey: true,
  hasWebhookSecret: true,
  api: { ok: true, error: null },
  webhook,
  hasPortal: true,
  ...changes,
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({
    [STATUS]: () => sentStatus(),
    [SETTINGS]: () => ({ values: { ...DEFAULT_SETTINGS, sellerName: 'Rosa Diaz' }, changes: [], pictureBase: '/' }),
  })
})
afterEach(() => vi.restoreAllMocks())

/** The value beside a name. */
const valueOf = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent ?? ''

test('[ROUTE-12] the Stripe tab shows mode, keys, endpoint and the last event', async () => {
  showAt('/admin/payments/stripe', <StripeConnection />)
  expect(await valueOf('Mode')).toContain('Test: no real money moves')
  expect(await valueOf('Stripe answers')).toContain('Yes')
  expect(await valueOf('Secret key')).toContain('Set')
  expect(await valueOf('Webhook secret')).toContain('Set')
  expect(await valueOf('Reachable')).toContain('Yes')
  expect(await valueOf('Last event')).toContain('invoice.paid')
})

test('the Stripe tab names what is missing and why the endpoint cannot be reached', async () => {
  store.answers[STATUS] = () =>
    sentStatus({
      mode: 'none',
      hasSecretKey: false,
      api: { ok: false, error: 'Invalid API Key provided' },
      webhook: {
        ...webhook,
        reachable: { ok: false, error: 'getaddrinfo ENOTFOUND store.example' },
        registered: 'disabled',
        missingTypes: ['invoice.voided'],
        lastReceived: null,
      },
    })
  showAt('/admin/payments/stripe', <StripeConnection />)
  expect(await valueOf('Secret key')).toContain('Missing')
  expect(await valueOf('Stripe answers')).toContain('Invalid API Key provided')
  expect(await valueOf('Reachable')).toContain('ENOTFOUND')
  expect(await valueOf('Registered at Stripe')).toMatch(/Turned off at Stripe.*invoice\.voided/)
  expect(await valueOf('Last event')).toBe('None yet')
})

test('[ROUTE-12] the settings tab shows the payment rules and where to change them', async () => {
  showAt('/admin/payments/settings', <PaymentRules />)
  expect(await valueOf('Time to pay')).toContain('1 hour')
  expect(await valueOf('Refund requests')).toContain('14 days')
  expect(await valueOf('Downloads')).toContain('30 days')
  expect(await valueOf('Seller on invoices')).toContain('Rosa Diaz')
  expect(screen.getAllByRole('link', { name: 'Settings' })[0]?.getAttribute('href')).toBe('/admin/settings')
})

test('the payment settings tab says that downloads without a window do not expire', async () => {
  store.answers[SETTINGS] = () => ({
    values: { ...DEFAULT_SETTINGS, downloadWindowDays: 0 },
    changes: [],
    pictureBase: '/',
  })
  showAt('/admin/payments/settings', <PaymentRules />)
  expect(await valueOf('Downloads')).toContain('Do not expire')
  expect(screen.queryByText('After that')).toBeNull()
})

test('[ROUTE-12] the subscriptions tab shows the grace period and whether members can change their card', async () => {
  store.answers[STATUS] = () => sentStatus({ hasPortal: false })
  showAt('/admin/payments/subscriptions', <SubscriptionRules />)
  expect(await valueOf('Grace after a failed renewal')).toContain('7 days')
  expect(await screen.findByText('No default portal at Stripe')).toBeTruthy()
})

test('a failed check of the billing portal is not shown as a missing portal', async () => {
  store.answers[STATUS] = () => refuse('server.busy')
  showAt('/admin/payments/subscriptions', <SubscriptionRules />)
  expect(await screen.findByText('Stripe did not say')).toBeTruthy()
})
