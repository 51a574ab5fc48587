// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { admin, mara, open, refuse, stand } from '#features/auth/testing/auth-stand.tsx'
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

test('[GATE-06] an admin polls the settings every 5 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  setMaintenance(false)
  stand.signedInAs(admin)
  openAt('/')
  await waitFor(() => expect(stand.asked(SETTINGS)).toHaveLength(1))
  expect(screen.queryByText(REMINDER)).toBeNull()
  setMaintenance(true)
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await screen.findByText(REMINDER)
  expect(stand.asked(SETTINGS)).toHaveLength(2)
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
