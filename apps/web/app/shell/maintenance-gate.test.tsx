// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/checkout'
import '@slipstream/contract/subscriptions-mine'
import '#features/checkout/payment-is-safe.tsx'
import '#features/subscriptions/cancel-by-mail.tsx'
import '#features/subscriptions/premium-is-safe.tsx'
import '#features/settings/planned-maintenance.tsx'
import './closed-store.tsx'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { HOUR_MS } from '@slipstream/contract/durations'
import { cancelLink } from '#features/auth/arrival.ts'
import { admin, mara, open, refuse, stand } from '#testing/stand.tsx'
import { MaintenanceGate } from './maintenance-gate.tsx'

const SETTINGS = 'GET /api/admin/settings'
const REMINDER = 'Maintenance is on: only admins see the store.'

const setMaintenance = (maintenanceMode: boolean) => {
  stand.answers['GET /api/site/status'] = () => Response.json({ maintenanceMode })
  stand.answers[SETTINGS] = () => Response.json({ maintenanceMode, openRequests: 0 })
}
const openAt = (address: string) => open(<MaintenanceGate>the page</MaintenanceGate>, address)
const isClosed = () => screen.findByRole('heading', { name: "We'll be back soon!" })

test.each(['/', '/cart', '/register', '/admin', '/login/more'])(
  '[GATE-04] during maintenance a visitor sees the maintenance screen at %s',
  async (address) => {
    setMaintenance(true)
    openAt(address)
    await isClosed()
    expect(screen.queryByText('the page')).toBeNull()
  },
)

test.each(['/login', '/login/', '/admin-login'])('[GATE-04] %s stays available during maintenance', async (address) => {
  setMaintenance(true)
  openAt(address)
  await waitFor(() => expect(stand.asked('GET /api/site/status')).toHaveLength(1))
  await waitFor(() => expect(stand.asked('GET /api/auth/user')).toHaveLength(1))
  expect(screen.getByText('the page')).toBeTruthy()
})

test('[GATE-04] a customer sees the maintenance screen and never requests the admin settings', async () => {
  setMaintenance(true)
  stand.signedInAs(mara)
  localStorage.setItem('auth_token', 'abc')
  openAt('/')
  await isClosed()
  expect(stand.asked(SETTINGS)).toEqual([])
})

test('[GATE-04] an admin still sees the site with a maintenance notice', async () => {
  setMaintenance(true)
  stand.signedInAs(admin)
  openAt('/')
  await screen.findByText(REMINDER)
  expect(screen.getByText('the page')).toBeTruthy()
})

const STATUS = 'GET /api/site/status'

/** How long it takes until the next request. No other time passes. */
const untilAsked = async (call: typeof STATUS | typeof SETTINGS) => {
  const before = stand.asked(call).length
  const step = 50
  for (let ms = step; ms <= 60_000; ms += step) {
    await act(() => vi.advanceTimersByTimeAsync(step))
    if (stand.asked(call).length > before) return ms
  }
  throw new Error(`${call} was not asked again`)
}

test('[GATE-06] an admin polls the settings every 5 s', async () => {
  vi.useFakeTimers()
  setMaintenance(false)
  stand.signedInAs(admin)
  openAt('/')
  await vi.waitFor(() => expect(stand.asked(SETTINGS)).toHaveLength(1))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.queryByText(REMINDER)).toBeNull()
  setMaintenance(true)
  // The first one comes up to a step earlier, because time has passed since the page was opened.
  expect(await untilAsked(SETTINGS)).toBeLessThanOrEqual(5_000)
  expect(await untilAsked(SETTINGS)).toBe(5_000)
  vi.useRealTimers()
  await screen.findByText(REMINDER)
})

test.each([
  ['a visitor', null],
  ['a customer', mara],
  ['an admin', admin],
])('[GATE-05] %s polls the site status every 5 s and on focus', async (_, person) => {
  vi.useFakeTimers()
  setMaintenance(false)
  if (person) stand.signedInAs(person)
  openAt('/')
  await vi.waitFor(() => expect(stand.asked(STATUS)).toHaveLength(1))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(await untilAsked(STATUS)).toBeLessThanOrEqual(5_000)
  expect(await untilAsked(STATUS)).toBe(5_000)
  const before = stand.asked(STATUS).length
  await act(async () => {
    window.dispatchEvent(new Event('focus'))
    await vi.advanceTimersByTimeAsync(0)
  })
  expect(stand.asked(STATUS)).toHaveLength(before + 1)
})

test.each([
  ['a visitor', null],
  ['a customer', mara],
])('[GATE-05] a status that cannot be parsed opens the store for %s', async (_, person) => {
  setMaintenance(true)
  if (person) stand.signedInAs(person)
  openAt('/')
  await isClosed()
  stand.answers[STATUS] = () => new Response('<html>proxy</html>')
  fireEvent(window, new Event('focus'))
  expect(await screen.findByText('the page')).toBeTruthy()
})

test('[GATE-06] a rejected settings request stops the polling, a failed one does not', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  stand.signedInAs(admin)
  stand.answers[SETTINGS] = () => refuse('server.busy')
  openAt('/')
  await waitFor(() => expect(stand.asked(SETTINGS)).toHaveLength(1))
  stand.answers[SETTINGS] = () => refuse('auth.two_factor_required')
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await waitFor(() => expect(stand.asked(SETTINGS)).toHaveLength(2))
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(stand.asked(SETTINGS)).toHaveLength(2)
})

const COMPLETE = 'POST /api/purchase/complete'

test('[GATE-04] a buyer who returns from Stripe during maintenance reads that the payment is safe', async () => {
  setMaintenance(true)
  stand.signedInAs(mara)
  stand.answers[COMPLETE] = () => Response.json({ orderNumber: 'SL-2026-000123', status: 'paid' })
  openAt('/checkout?transaction=cs_test_1')
  await isClosed()
  expect(await screen.findByText('Your payment is safe.')).toBeTruthy()
  expect(await screen.findByText('SL-2026-000123')).toBeTruthy()
  expect(stand.asked(COMPLETE).map(({ body }) => body)).toEqual([{ transactionId: 'cs_test_1' }])
})

test('[GATE-04] a payment that cannot be looked up during maintenance is still called safe', async () => {
  setMaintenance(true)
  stand.answers[COMPLETE] = () => refuse('auth.required')
  openAt('/checkout?transaction=cs_test_1')
  expect(await screen.findByText('Your payment is safe.')).toBeTruthy()
  expect(screen.getByText(/^Payments are processed while the store is closed/)).toBeTruthy()
})

test('during maintenance the checkout page of somebody who has not paid shows only the maintenance screen', async () => {
  setMaintenance(true)
  openAt('/checkout')
  await isClosed()
  expect(screen.queryByText('Your payment is safe.')).toBeNull()
})

const START = 'POST /api/subscription/complete'

test('[GATE-04] a subscriber who returns from Stripe during maintenance reads that the payment is safe', async () => {
  setMaintenance(true)
  stand.signedInAs(mara)
  stand.answers[START] = () => Response.json({ isActive: true, subscription: null })
  openAt('/subscribe?transaction=cs_test_1')
  await isClosed()
  expect(await screen.findByText('Your payment is safe.')).toBeTruthy()
  expect(await screen.findByText(/^Premium has started/)).toBeTruthy()
  expect(stand.asked(START).map(({ body }) => body)).toEqual([{ transactionId: 'cs_test_1' }])
})

test('a mailed link cancels a subscription even during maintenance', async () => {
  Element.prototype.scrollIntoView = () => {}
  setMaintenance(true)
  const CANCEL = 'POST /api/subscription/cancel-by-link'
  stand.answers[CANCEL] = () => Response.json({ endsAt: null })
  cancelLink.set('secret')
  try {
    openAt('/subscribe')
    await isClosed()
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
    expect(await screen.findByText(/^Your subscription is canceled/)).toBeTruthy()
    expect(stand.asked(CANCEL).map(({ body }) => body)).toEqual([{ token: 'secret' }])
  } finally {
    cancelLink.set(null)
  }
})

const plan = (from: number, planned = true) => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const window = { from: at(from), to: at(from + 60_000), message: 'New tires.' }
  stand.answers['GET /api/site/status'] = () =>
    Response.json({ maintenanceMode: false, ...(planned && { planned: window }) })
}

test('a planned window is announced a day ahead, and the banner disappears when the plan is canceled', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  plan(23 * HOUR_MS)
  openAt('/')
  expect((await screen.findByText(/^Planned maintenance: /)).textContent).toContain('New tires.')
  expect(screen.getByText('the page')).toBeTruthy()
  plan(0, false)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await waitFor(() => expect(screen.queryByText(/^Planned maintenance: /)).toBeNull())
})

test('a window that is more than a day away is not announced yet', async () => {
  plan(25 * HOUR_MS)
  openAt('/')
  await waitFor(() => expect(stand.asked('GET /api/site/status')).toHaveLength(1))
  expect(screen.queryByText(/^Planned maintenance: /)).toBeNull()
})
