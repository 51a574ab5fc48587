// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/settings'
import { configure, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { MaintenanceState } from './maintenance-state.tsx'

configure({ asyncUtilTimeout: 10_000 })

const SETTINGS = 'GET /api/admin/settings'
const show = (answer: () => unknown) => {
  pretendStore({ [SETTINGS]: answer })
  showAt('/admin/settings/maintenance', <MaintenanceState developerLink={null} />)
}

test('[ROUTE-18] [GATE-08] administrators see the maintenance state and who can change it', async () => {
  show(() => ({ maintenanceMode: false, openRequests: 0 }))
  expect(await screen.findByText('Off: the store is open')).toBeTruthy()
  expect(screen.getByText('None')).toBeTruthy()
  expect(screen.getByText(/^Only the developer can turn maintenance on or off/)).toBeTruthy()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('[GATE-08] administrators see a planned window with its message', async () => {
  const planned = { from: '2026-11-20T04:00:00.000Z', to: '2026-11-20T04:30:00.000Z', message: 'New tires.' }
  show(() => ({ maintenanceMode: true, openRequests: 0, planned }))
  expect(await screen.findByText('On: only admins see the store')).toBeTruthy()
  expect(screen.getByText('New tires.')).toBeTruthy()
  expect(screen.queryByText('None')).toBeNull()
})

test('a maintenance state that fails to load offers to try again', async () => {
  show(() => refuse('auth.two_factor_required'))
  expect(await screen.findByText('The maintenance state could not be loaded.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
