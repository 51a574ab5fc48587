// Preloads the lazy module so that no test waits for it.
import '@slipstream/contract/alerts'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AlertOverview } from '@slipstream/contract/alerts'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { Alerts } from './alerts.tsx'
import { spanText } from './span-text.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const OVERVIEW = 'GET /api/admin/dev/alerts'
const INCIDENTS = 'GET /api/admin/dev/incidents'
const ERRORS = 'GET /api/admin/dev/errors'
const TEST = 'POST /api/admin/dev/alerts/test'
const user = userEvent.setup({ delay: null })
const NOW = '2026-11-16T10:00:00.000Z'

const incident = {
  id: 1,
  title: 'A disk is filling up',
  subject: '/app',
  problem: 'The disk under /app is 91 % full; 4 GB are left.',
  openedAt: NOW,
  lastSeenAt: NOW,
  endedAt: null as string | null,
  toldAt: NOW as string | null,
}
const seen = { sentAt: NOW, seenAt: NOW, error: null, isLate: false }
const job = {
  name: 'backups.start',
  periodMs: 86_400_000,
  graceMs: 7_500_000,
  succeededAt: NOW,
  failedAt: null,
  durationMs: 820,
  isLate: false,
}

const overview = (changes: Partial<AlertOverview> = {}): AlertOverview => ({
  open: [],
  checks: [
    { name: 'jobs.dead', title: 'Jobs failed for good', measures: 'No job has used up its attempts.', isOpen: false },
  ],
  channels: { mail: 'noor@mail.example', discord: true, ping: true },
  canaries: { pass: seen, job: seen, event: seen, ping: seen },
  jobs: [job],
  ...changes,
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({
    [OVERVIEW]: () => overview(),
    [INCIDENTS]: () => ({ items: [], next: null }),
    [ERRORS]: () => ({ items: [], next: null }),
  })
})
afterEach(() => vi.unstubAllGlobals())

const open = (changes: Partial<AlertOverview> = {}) => {
  store.answers[OVERVIEW] = () => overview(changes)
  return showAt('/admin/developer?tab=alerts', <Alerts />)
}

test('a store without problems says so and shows what it checks', async () => {
  open()
  expect(await screen.findByText('No open incidents.')).toBeTruthy()
  expect(screen.getByText('No job has used up its attempts.')).toBeTruthy()
  expect(screen.getByText('noor@mail.example')).toBeTruthy()
  expect(await screen.findByText('No earlier incidents')).toBeTruthy()
  expect(await screen.findByText('No errors in the last 30 days')).toBeTruthy()
})

test('checks that no worker has run lately are not shown as OK', async () => {
  open({ canaries: { pass: { ...seen, isLate: true }, job: seen, event: seen, ping: seen } })
  expect(await screen.findByText('Not checked')).toBeTruthy()
  expect(screen.queryByText('OK')).toBeNull()
})

test('each open incident shows if the owner was told', async () => {
  open({ open: [incident, { ...incident, id: 2, title: 'The backup is late', subject: '', toldAt: null }] })
  const list = within(await screen.findByRole('region', { name: 'Open incidents' }))
  expect(list.getByText('A disk is filling up: /app')).toBeTruthy()
  expect(list.getByText('The backup is late')).toBeTruthy()
  expect(list.getByText(/The owner was told\./)).toBeTruthy()
  expect(list.getByText(/Nobody was told\./)).toBeTruthy()
})

test('earlier incidents show how long they lasted', async () => {
  store.answers[INCIDENTS] = () => ({ items: [{ ...incident, endedAt: '2026-11-16T12:05:00.000Z' }], next: null })
  open()
  const table = within(await screen.findByRole('table', { name: 'Earlier incidents' }))
  expect(await table.findByText('2 h 5 min')).toBeTruthy()
})

test('a scheduled job shows its period, its grace and whether it is late', async () => {
  open({
    jobs: [
      job,
      { ...job, name: 'mods.publish_due', periodMs: 60_000, graceMs: 600_000, succeededAt: null, isLate: true },
    ],
  })
  const table = within(await screen.findByRole('table', { name: 'Scheduled jobs' }))
  expect(table.getAllByRole('row')[1]?.textContent).toContain('backups.startOn timeEvery 1 dGrace 2 h 5 min')
  expect(table.getAllByRole('row')[2]?.textContent).toContain(
    'mods.publish_dueLateEvery 1 minGrace 10 minLast success Never',
  )
})

test('a late canary says what has stopped working', async () => {
  const late = { ...seen, seenAt: null, isLate: true }
  open({
    canaries: { pass: late, job: late, event: seen, ping: { ...late, error: 'The ping address cannot be reached' } },
  })
  expect(await screen.findAllByText(/^Jobs are not running/)).toHaveLength(2)
  expect(screen.getByText('The ping address cannot be reached')).toBeTruthy()
})

test('without a ping URL the alerts page names the missing setting', async () => {
  open({ channels: { mail: 'noor@mail.example', discord: false, ping: false } })
  expect(await screen.findByText('ALERT_PING_URL')).toBeTruthy()
  expect(screen.queryByText('The ping was answered')).toBeNull()
})

test('errors show their cause and how often they happened', async () => {
  const group = {
    ...{ fingerprint: 'a1', source: 'worker', name: 'TypeError', place: 'scale in apps/server/src/a.ts' },
    ...{ message: 'it is gone', count: 1_204, firstAt: NOW, lastAt: NOW, version: '0.1.0' },
  }
  store.answers[ERRORS] = () => ({ items: [group], next: null })
  open()
  const table = within(await screen.findByRole('table', { name: 'Errors by cause' }))
  expect(await table.findByText('TypeError: it is gone')).toBeTruthy()
  expect(table.getByText('1,204')).toBeTruthy()
})

test('a test alert can be sent, and a failure shows an error', async () => {
  store.answers[TEST] = () => ({ success: true, message: 'A test alert is on its way.' })
  open()
  await user.click(await screen.findByRole('button', { name: 'Send a test alert' }))
  expect(await screen.findByText('A test alert is on its way.')).toBeTruthy()
  store.answers[TEST] = () => refuse('server.busy')
  await user.click(screen.getByRole('button', { name: 'Send a test alert' }))
  expect(await screen.findByText('The test alert was not sent')).toBeTruthy()
})

test('the rest of the page works when the alerts fail to load', async () => {
  store.answers[OVERVIEW] = () => refuse('server.busy')
  showAt('/admin/developer?tab=alerts', <Alerts />)
  expect(await screen.findByText('The alerts could not be loaded.')).toBeTruthy()
  expect(await screen.findByText('No earlier incidents')).toBeTruthy()
})

test.each([
  [400, '400 ms'],
  [61_000, '1 min 1 s'],
  [3 * 86_400_000, '3 d'],
])('a span of %d ms is written as "%s"', (ms, written) => {
  expect(spanText(ms)).toBe(written)
})
