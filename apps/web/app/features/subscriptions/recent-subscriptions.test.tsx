// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/subscriptions-admin'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Guard } from '#lib/guard.ts'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { RecentSubscriptions } from './recent-subscriptions.tsx'
import { SubscriptionFigures } from './subscription-figures.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const RECENT = 'GET /api/admin/subscriptions/recent'
const FIGURES = 'GET /api/admin/subscriptions/figures'
const REFUND = 'POST /api/admin/subscriptions/payments/7/refund'
const user = userEvent.setup({ delay: null })
const guard: Guard = (act) => act()

const sentItem = (changes: object = {}) => ({
  id: 7,
  createdAt: '2026-11-15T07:12:00.000Z',
  username: 'mellow_comet',
  userId: 1204,
  planName: 'Premium Month',
  amountCents: 699,
  interval: 'month',
  paymentIntentId: 'pi_3QxT8aBcDeFgHi',
  refundedCents: 0,
  refund: null,
  ...changes,
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [RECENT]: () => ({ items: [sentItem()] }) })
})
const open = () => showAt('/admin/subscriptions/recent', <RecentSubscriptions guard={guard} />)
const cells = async () => {
  const [, row] = await screen.findAllByRole('row')
  if (!row) throw new Error('there is no row')
  return [within(row).getByRole('rowheader'), ...within(row).getAllByRole('cell')].map(({ textContent }) => textContent)
}

test('[PLAN-05] the recent subscriptions have the columns Date, User, Plan, Amount, Interval and Payment', async () => {
  open()
  await screen.findByText('mellow_comet')
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Date',
    'User',
    'Plan',
    'Amount',
    'Interval',
    'Payment',
  ])
})

test('[PLAN-05] without a purchase the table says "No subscription purchases yet"', async () => {
  store.answers[RECENT] = () => ({ items: [] })
  open()
  expect(await screen.findByText('No subscription purchases yet')).toBeTruthy()
})

test('[PLAN-06] an amount is shown in dollars with two decimals, and a payment by its first ten characters', async () => {
  open()
  await screen.findByText('mellow_comet')
  const [, name, plan, amount, interval, payment] = await cells()
  expect([name, plan, amount, interval]).toEqual(['mellow_comet', 'Premium Month', '$6.99', 'month'])
  expect(payment).toMatch(/^pi_3QxT8aB…/)
})

test('[PLAN-06] a missing name, plan or amount shows its fallback', async () => {
  store.answers[RECENT] = () => ({
    items: [sentItem({ username: null, planName: null, amountCents: null, interval: null, paymentIntentId: null })],
  })
  open()
  await screen.findByText('User #1204')
  expect((await cells()).slice(1)).toEqual(['User #1204', 'N/A', '–', '–', '–'])
})

test('subscriptions that cannot be loaded say so, and can be loaded again', async () => {
  store.answers[RECENT] = () => refuse('server.failed')
  open()
  expect(await screen.findByText('The subscriptions could not be loaded.')).toBeTruthy()
  store.answers[RECENT] = () => ({ items: [sentItem()] })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('mellow_comet')).toBeTruthy()
})

test('a refund needs a reason and is then shown in the table', async () => {
  store.answers[REFUND] = () => {
    store.answers[RECENT] = () => ({ items: [sentItem({ refundedCents: 699 })] })
    return null
  }
  open()
  await user.click(await screen.findByRole('button', { name: 'Refund the payment of mellow_comet' }))
  const dialog = await screen.findByRole('dialog', { name: 'Refund $6.99 to mellow_comet?' })
  await user.click(within(dialog).getByRole('button', { name: 'Refund payment' }))
  expect(await within(dialog).findByText('Enter a reason.')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Charged by mistake')
  await user.click(within(dialog).getByRole('button', { name: 'Refund payment' }))
  expect(await screen.findByText('Refunded')).toBeTruthy()
  expect(store.asked(REFUND).map(({ body }) => body)).toEqual([{ reason: 'Charged by mistake' }])
})

test('a refund that failed is marked and can be sent again; one in progress cannot', async () => {
  const failed = sentItem({ refund: { state: 'failed', error: 'The bank returned the money.' } })
  const queued = sentItem({ id: 8, username: 'ditch_heron', refund: { state: 'queued', error: null } })
  store.answers[RECENT] = () => ({ items: [failed, queued] })
  open()
  expect(await screen.findByText('Refund failed')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refund again the payment of mellow_comet' })).toBeTruthy()
  expect(screen.getByText('Refund in progress')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Refund.*ditch_heron/ })).toBeNull()
})

const sentFigures = (changes: object = {}) => ({
  active: 34,
  started: 6,
  churned: 2,
  monthlyCents: 23_766,
  revenue: [
    { month: '2026-10', amountCents: 31_174 },
    { month: '2026-11', amountCents: 39_666 },
  ],
  failedRenewals: [],
  failedRefunds: [],
  ...changes,
})

test('the figures show members, recurring revenue and the revenue by month, also as a table', async () => {
  store.answers[FIGURES] = () => sentFigures()
  showAt('/admin/subscriptions/recent', <SubscriptionFigures guard={guard} />)
  expect(await screen.findByText('$237.66')).toBeTruthy()
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toContain('34')
  expect(screen.getByText('so far this month, after $311.74 in Oct 2026')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const table = within(screen.getByRole('region', { name: 'Subscription revenue by month, as a table' }))
  expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    'Oct 2026',
    '$311.74',
    'Nov 2026',
    '$396.66',
  ])
})

test('a failed renewal says what happens next', async () => {
  const renewal = {
    id: 1,
    username: 'ditch_heron',
    userId: 9,
    planName: 'Premium Month',
    amountCents: 699,
    failedAt: '2026-11-13T18:04:00.000Z',
    attempts: 2,
    nextAttemptAt: '2026-11-17T18:04:00.000Z',
    endsAt: '2026-11-20T18:04:00.000Z',
  }
  store.answers[FIGURES] = () => sentFigures({ failedRenewals: [renewal, { ...renewal, id: 2, nextAttemptAt: null }] })
  showAt('/admin/subscriptions/recent', <SubscriptionFigures guard={guard} />)
  const table = within(await screen.findByRole('table', { name: 'Failed renewals' }))
  const [tried, given] = table.getAllByText(/access ends/).map(({ textContent }) => textContent)
  expect(tried).toMatch(/^Stripe tries again Nov 17.*access ends Nov 20/)
  expect(given).toMatch(/^The card can’t be charged again.*access ends Nov 20/)
})

test('a failed refund says why and can be started again', async () => {
  const refund = {
    id: 7,
    username: 'mellow_comet',
    userId: 1204,
    amountCents: 699,
    decidedAt: '2026-11-13T18:04:00.000Z',
    error: 'The bank returned the money: expired or canceled card.',
  }
  store.answers[FIGURES] = () => sentFigures({ failedRefunds: [refund] })
  showAt('/admin/subscriptions/recent', <SubscriptionFigures guard={guard} />)
  const table = within(await screen.findByRole('table', { name: 'Failed refunds' }))
  expect(table.getByText(refund.error)).toBeTruthy()
  await user.click(table.getByRole('button', { name: 'Refund again the payment of mellow_comet' }))
  expect(await screen.findByRole('dialog', { name: 'Refund $6.99 to mellow_comet?' })).toBeTruthy()
})

test('figures that fail to load say so and can be retried', async () => {
  store.answers[FIGURES] = () => refuse('server.failed')
  showAt('/admin/subscriptions/recent', <SubscriptionFigures guard={guard} />)
  expect(await screen.findByText('The figures could not be loaded.')).toBeTruthy()
  store.answers[FIGURES] = () => sentFigures()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByText('Churned')).toBeTruthy())
})

test('[PLAN-06] a payment that comes without names, amount and times shows User #…, N/A and dashes', async () => {
  store.answers[RECENT] = () => ({ items: [{ userId: 1204 }] })
  open()
  await screen.findByText('User #1204')
  expect(await cells()).toEqual(['–', 'User #1204', 'N/A', '–', '–', '–'])
})
