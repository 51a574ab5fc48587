// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/users-tracking'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { Tracking } from './tracking.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const SIGNALS = 'GET /api/admin/tracking/signals'
const SIGN_INS = 'GET /api/admin/tracking/sign-ins'
const DEVICES = 'GET /api/admin/tracking/devices'
const DOWNLOADS = 'GET /api/admin/tracking/downloads'
const user = userEvent.setup({ delay: null })

const at = '2026-11-04T10:00:00.000Z'
const from = { device: 'Firefox on Windows', ip: '10.9.8.7' }
const attempt = { id: 1, at, userId: 12, username: 'silentlynx', method: 'password', result: 'wrong_secret', ...from }
const signal = { kind: 'failed_sign_ins', userId: 12, username: 'silentlynx', ip: null, count: 12, lastAt: at }
const page = (...items: object[]) => ({ items, next: null })

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({
    [SIGNALS]: () => [],
    [SIGN_INS]: () => page(attempt, { ...attempt, id: 2, userId: null, username: null, result: 'unknown_name' }),
    [DEVICES]: () =>
      page({ id: 1, userId: 12, username: 'silentlynx', method: 'passkey', createdAt: at, usedAt: at, ...from }),
    [DOWNLOADS]: () =>
      page({ id: 1, at, userId: 12, username: 'silentlynx', title: 'Senko', version: '1.2', ip: null }),
  })
})

const open = (address = '/admin/users/tracking') => showAt(address, <Tracking />)
const rows = async () => {
  await screen.findAllByRole('rowheader')
  return screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)
}

test('[ROUTE-07] sign-ins, devices and downloads are listed, each in its tab', async () => {
  const { here } = open()
  const [known, unknown] = await rows()
  expect(known).toMatch(/silentlynx.*Wrong password or code.*Password.*Firefox on Windows.*10\.9\.8\.7/)
  expect(unknown).toMatch(/^Unknown name/)
  expect(screen.getByRole('link', { name: 'silentlynx' }).getAttribute('href')).toBe('/admin/users?user=12')
  await user.click(screen.getByRole('link', { name: 'Devices' }))
  await waitFor(async () => expect((await rows())[0]).toMatch(/silentlynx.*Firefox on Windows.*Passkey/))
  await user.click(screen.getByRole('link', { name: 'Downloads' }))
  await waitFor(async () => expect((await rows())[0]).toMatch(/silentlynx.*Senko 1\.2.*Removed/))
  expect(here()).toBe('/admin/users/tracking?tab=downloads')
})

test('tracking keeps one user across its tabs, and shows everybody again on request', async () => {
  store.answers[DEVICES] = ({ query }) => (query.username ? page() : page({ ...attempt, createdAt: at, usedAt: at }))
  const { here } = open('/admin/users/tracking?username=silentlynx')
  await rows()
  expect(store.asked(SIGN_INS)[0]?.query).toEqual({ username: 'silentlynx' })
  await user.click(screen.getByRole('link', { name: 'Devices' }))
  expect(await screen.findByText('No devices of “silentlynx”')).toBeTruthy()
  expect(here()).toBe('/admin/users/tracking?tab=devices&username=silentlynx')
  await user.click(screen.getByRole('button', { name: 'Show everybody' }))
  expect(await rows()).toHaveLength(1)
  expect(here()).toBe('/admin/users/tracking?tab=devices')
})

test('[ROUTE-07] an unusual pattern names the account or the address, and the reason', async () => {
  store.answers[SIGNALS] = () => [
    signal,
    { ...signal, kind: 'shared_address', userId: null, username: null, ip: '10.9.9.9', count: 5 },
  ]
  open()
  const signals = within(await screen.findByRole('list', { name: 'Unusual patterns' }))
  const [person, address] = signals.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(person).toContain('silentlynx: 12 failed sign-ins in 24 hours.')
  expect(address).toContain('10.9.9.9: Failed sign-ins to 5 accounts in 24 hours.')
  expect(signals.getByRole('link', { name: 'silentlynx' }).getAttribute('href')).toBe('/admin/users?user=12')
})

test('tracking says that nothing is unusual, and what failed to load can be retried', async () => {
  store.answers[SIGNALS] = () => refuse('server.failed')
  store.answers[SIGN_INS] = () => refuse('server.failed')
  open()
  expect(await screen.findByText('The signals could not be loaded.')).toBeTruthy()
  expect(await screen.findByText('The sign-ins could not be loaded.')).toBeTruthy()
  store.answers[SIGNALS] = () => []
  store.answers[SIGN_INS] = () => page()
  for (const again of screen.getAllByRole('button', { name: 'Try again' })) await user.click(again)
  expect(await screen.findByText('Nothing unusual.')).toBeTruthy()
  expect(await screen.findByText('No sign-ins yet')).toBeTruthy()
})
