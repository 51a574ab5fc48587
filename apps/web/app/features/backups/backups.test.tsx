// Preloads the lazy module so that no test waits for it.
import '@slipstream/contract/backups'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { Backups } from './backups.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/backups'
const START = 'POST /api/admin/backups'
const DOWNLOAD = 'POST /api/admin/backups/20261116-011300-3f9a2b1c/download'
const user = userEvent.setup({ delay: null })

const sentBackup = (changes: object = {}) => ({
  id: '20261116-011300-3f9a2b1c',
  createdAt: new Date().toISOString(),
  bytes: 418_000_000,
  shrunkBy: null,
  rows: 1_204_000,
  schema: '0018_restored_copies.sql',
  provenAt: new Date().toISOString(),
  ...changes,
})
const sentList = (...backups: object[]) => ({ publicKey: 'age1owner', backups, gaps: [] })

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [LIST]: () => sentList(sentBackup()) })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const open = (guard: Parameters<typeof Backups>[0]['guard'] = (act) => act()) =>
  showAt('/admin/database/backup', <Backups guard={guard} progress={<p>the progress</p>} />)

test('[ROUTE-20] the list of backups shows their size and whether they are proven', async () => {
  store.answers[LIST] = () => sentList(sentBackup({ id: 'newer', provenAt: null }), sentBackup())
  open()
  const table = within(await screen.findByRole('table', { name: 'Stored backups' }))
  expect(await table.findAllByText('418 MB')).toHaveLength(2)
  expect(table.getByText('Not proven')).toBeTruthy()
  expect(table.getByText('Proven')).toBeTruthy()
  expect(screen.getByText(/^The newest proven backup is from/)).toBeTruthy()
  expect(screen.getByText('the progress')).toBeTruthy()
})

test('a backup that is much smaller than the previous one is marked', async () => {
  store.answers[LIST] = () => sentList(sentBackup({ id: 'newer', bytes: 120_000_000, shrunkBy: 71 }), sentBackup())
  open()
  expect(await screen.findByText('71 % smaller than the one before')).toBeTruthy()
})

test('the page warns when no backup is proven', async () => {
  store.answers[LIST] = () => sentList(sentBackup({ provenAt: null }))
  open()
  expect(await screen.findByText('No proven backup')).toBeTruthy()
})

test('a backup that cannot start shows the reason', async () => {
  store.answers[START] = () => refuse('operation.running')
  open()
  await user.click(await screen.findByRole('button', { name: 'Back up now' }))
  expect(await screen.findByText(/^This operation is already running\./)).toBeTruthy()
})

test('without a key the page says that backups are off and offers no button', async () => {
  store.answers[LIST] = () => ({ publicKey: null, backups: [], gaps: [] })
  open()
  expect(await screen.findByText('Backups are off')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Back up now' })).toBeNull()
})

test('a backup download asks for proof, and declining it downloads nothing', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...location, assign })
  store.answers[DOWNLOAD] = () => ({ url: 'https://storage.example/dump.age' })
  const guard = vi.fn(async () => null)
  open(guard)
  await user.click(await screen.findByRole('button', { name: 'Download 20261116-011300-3f9a2b1c' }))
  expect(guard).toHaveBeenCalledOnce()
  expect(assign).not.toHaveBeenCalled()
})

test('[CAP-40] the numbers that a restore left out are listed with the reason', async () => {
  const reason = 'The database was restored from archive on 2026-11-19.'
  const gap = { series: 'invoices', year: 2026, first: 58, last: 1_060, reason, at: new Date().toISOString() }
  store.answers[LIST] = () => ({ ...sentList(sentBackup()), gaps: [gap] })
  open()
  const table = within(await screen.findByRole('table', { name: 'Numbers left out' }))
  expect(table.getByText('Invoices')).toBeTruthy()
  expect(table.getByText('2026: 58 to 1060')).toBeTruthy()
  expect(table.getByText(reason)).toBeTruthy()
})
