// Preloads the lazy module so that no test waits for it.
import '@slipstream/contract/backups'
import { configure, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@slipstream/contract/durations'
import { pretendStore, showAt } from '#testing/pretend-store.tsx'
import { Archive } from './archive.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const backup = (age: number) => ({
  label: '20261118-022000F',
  kind: 'full',
  finishedAt: ago(age),
  bytes: 1_400_000_000,
  storedBytes: 320_000_000,
})
const archive = (changes: object = {}) => ({
  isOn: true,
  isFailing: false,
  lastArchivedAt: ago(20_000),
  lastSegment: '00000001000000A70000003C',
  lastBackup: backup(3 * HOUR_MS),
  lastDrill: { finishedAt: ago(24 * HOUR_MS), gapSeconds: 31, restoreSeconds: 44, bytes: 1_400_000_000, failure: null },
  ...changes,
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({})
})
afterEach(() => vi.unstubAllGlobals())

const show = (state: object) => {
  store.answers['GET /api/admin/backups/archive'] = () => state
  showAt('/admin/database/backup', <Archive />)
}

test('the archive shows its last segment, its last base backup and its last drill', async () => {
  show(archive())
  expect(await screen.findByText('Up to date')).toBeTruthy()
  expect(screen.getByText('00000001000000A70000003C')).toBeTruthy()
  expect(screen.getByText(/3 h old: 1\.4 GB, of which 320 MB were sent/)).toBeTruthy()
  expect(screen.getByText(/1\.4 GB restored in 44 s; a change reached the archive in 31 s/)).toBeTruthy()
})

test.each([
  ['a failed attempt', { isFailing: true }, 'The last attempt failed'],
  ['no segment for a while', { lastArchivedAt: ago(11 * MINUTE_MS) }, 'Nothing was archived recently'],
  ['no segment at all', { lastArchivedAt: null, lastSegment: null }, 'Nothing was archived recently'],
  ['a base backup of the day before', { lastBackup: backup(28 * HOUR_MS) }, 'The base backup is late'],
  ['no base backup', { lastBackup: null }, 'The base backup is late'],
])('the archive warns about %s', async (_, changes, warning) => {
  show(archive(changes))
  expect(await screen.findByText(warning)).toBeTruthy()
  expect(screen.queryByText('Up to date')).toBeNull()
})

test('a failed restore drill shows the reason', async () => {
  show(archive({ lastDrill: { ...archive().lastDrill, failure: 'The restore failed.' } }))
  expect(await screen.findByText(/The restore failed\./)).toBeTruthy()
})

test('without an archive the page says what can be lost', async () => {
  show(archive({ isOn: false, lastArchivedAt: null, lastSegment: null, lastBackup: null, lastDrill: null }))
  expect(await screen.findByText('Off')).toBeTruthy()
  expect(screen.getByText(/everything since the last backup below is lost/)).toBeTruthy()
})
