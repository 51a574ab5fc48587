import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { HealthSnapshot } from '@slipstream/contract/developer'
import { refuse } from '#testing/pretend-store.tsx'
import { toasts } from '#ui/toast-store.ts'
import { latencySamples } from './developer.queries.ts'
import { HEALTH, openDashboard, snapshot, stand } from './testing/developer-stand.tsx'

vi.setConfig({ testTimeout: 30_000 })
const user = userEvent.setup({ delay: null, advanceTimers: (ms) => vi.advanceTimersByTime(ms) })

const stopClock = () => vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 1 })
const run = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const badges = () => screen.getByRole('group', { name: 'System status' }).textContent
const facts = async () => {
  const card = (await screen.findByRole('heading', { name: 'System Health' })).closest('section')
  const names = within(card as HTMLElement).getAllByRole('term')
  return Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling?.textContent]))
}

test('[DEV-01] the welcome overlay covers the page for 1.2 s', async () => {
  vi.useFakeTimers()
  openDashboard()
  expect(screen.getByText('Welcome back, noor')).toBeTruthy()
  await run(1_199)
  expect(screen.queryByText('Welcome back, noor')).not.toBeNull()
  await run(1)
  expect(screen.queryByText('Welcome back, noor')).toBeNull()
})

test('any key skips the welcome overlay', () => {
  openDashboard()
  fireEvent.keyDown(window, { key: 'Enter' })
  expect(screen.queryByText('Welcome back, noor')).toBeNull()
})

test('[DEV-01] the header has badges for DB, Stripe, Discord and maintenance, and Refresh', async () => {
  openDashboard()
  await waitFor(() => expect(badges()).toBe('DB OKStripe OKDiscord ConfiguredMaintenance OFF'))
  const known = stand.store.asked(HEALTH).length
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(stand.store.asked(HEALTH)).toHaveLength(known + 1))
})

const broken = (): HealthSnapshot => {
  const { systems, ...rest } = snapshot()
  return {
    ...rest,
    systems: {
      ...systems,
      database: { ok: false, latencyMs: 2_004, error: 'timeout exceeded' },
      stripe: { configured: true, ok: false, error: 'connection refused', latencyMs: 4 },
      discordAuth: { configured: false },
      queue: { ...systems.queue, waiting: 40, dead: 2 },
      workers: { ok: false, alive: 0 },
    },
    settings: { maintenanceMode: true },
    metrics: { totals: { mods: null, users: null }, reviews: { approved: null, pending: null }, adminChatLast24h: 0 },
    cache: { enabled: false },
  }
}

test('[DEV-01] [DEV-03] failing systems show in the badges and in System Health with their reason', async () => {
  stand.store.answers[HEALTH] = broken
  openDashboard()
  await waitFor(() => expect(badges()).toBe('DB FAILStripe ErrorDiscord MissingMaintenance ON'))
  expect(await facts()).toMatchObject({
    Database: 'FAIL, 2,004 ms',
    Stripe: 'Configured with error',
    'Discord Auth': 'Missing',
    'Maintenance mode': 'ON',
    Cache: 'Disabled',
    Jobs: '40 waiting, 2 failed for good',
    Mods: '–',
  })
  expect(screen.getByText('connection refused')).toBeTruthy()
  expect(screen.getByText(/^Jobs are not running/)).toBeTruthy()
})

test('[DEV-03] Stripe without a key is not configured', async () => {
  const { systems, ...rest } = snapshot()
  stand.store.answers[HEALTH] = () => ({
    ...rest,
    systems: { ...systems, stripe: { configured: false, ok: false, error: null, latencyMs: 0 } },
  })
  openDashboard()
  expect(await facts()).toMatchObject({ Stripe: 'Not configured' })
})

test('[DEV-02] [DEV-03] the overview shows the figures and everything measured', async () => {
  openDashboard()
  expect(await facts()).toEqual({
    Database: 'OK, 13 ms',
    Stripe: 'OK',
    'Discord Auth': 'Configured',
    'Maintenance mode': 'OFF',
    Cache: 'Enabled',
    Redis: 'OK, 1 ms',
    'Object storage': 'OK, 9 ms',
    'Mail server': 'OK, 12 ms',
    Workers: '2 running',
    Jobs: '2 waiting, 0 failed for good',
    Mods: '12',
    Users: '1,846',
    'Chat in last 24h': '0 messages',
    'Reviews pending': '3',
    'Reviews approved': '2,418',
    'Server time': '2026-11-15 07:42:18 UTC',
    'Checked at': '07:42:14, took 48 ms',
    Version: '0.1.0',
    'Running for': '1 d 1:01 h',
  })
  const figure = (name: string) => screen.getByRole('heading', { name }).nextElementSibling?.textContent
  expect(['Mods total', 'Users registered', 'Reviews approved/pending'].map(figure)).toEqual([
    '12',
    '1,846',
    '2,418 / 3',
  ])
})

test('[DEV-02] [DEV-10] health is refetched every 10 s, and the chart keeps the last 20 samples', async () => {
  stopClock()
  let ms = 0
  stand.store.answers[HEALTH] = () => {
    ms += 1
    const { systems, ...rest } = snapshot()
    const checkedAt = new Date(Date.UTC(2026, 10, 15, 7, 0, ms)).toISOString()
    return { ...rest, checkedAt, systems: { ...systems, database: { ok: true, latencyMs: ms, error: null } } }
  }
  openDashboard()
  await waitFor(() => expect(latencySamples.get()).toHaveLength(1))
  const before = stand.store.asked(HEALTH).length
  await run(9_000)
  expect(stand.store.asked(HEALTH)).toHaveLength(before)
  await run(1_000)
  await waitFor(() => expect(stand.store.asked(HEALTH)).toHaveLength(before + 1))
  for (let time = 0; time < 22; time++) await run(10_000)
  await waitFor(() => expect(latencySamples.get()).toHaveLength(20))
  expect(latencySamples.get().at(-1)?.ms).toBe(ms)
  expect(latencySamples.get()[0]?.ms).toBe(ms - 19)
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(within(screen.getByRole('table', { name: 'DB latency' })).getAllByRole('row')).toHaveLength(21)
})

test('[DEV-03] a snapshot with only the specified systems shows them, and the others as not reported', async () => {
  const { database, stripe, discordAuth } = snapshot().systems
  stand.store.answers[HEALTH] = () => ({ systems: { database, stripe, discordAuth } })
  openDashboard()
  const shown = await facts()
  expect(shown).toMatchObject({ Database: 'OK, 13 ms', Stripe: 'OK', Mods: '–', 'Server time': '–', Version: '–' })
  expect(shown.Redis).toBe('FAIL, 0 ms')
  expect(screen.getAllByText('Not reported.')).toHaveLength(4)
})

test('[DEV-11] a snapshot that fails to load says so until it is loaded again, and the badges read "unknown"', async () => {
  openDashboard()
  await waitFor(() => expect(badges()).toContain('DB OK'))
  stand.store.answers[HEALTH] = () => refuse('server.busy')
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('Failed to load health.')).toBeTruthy()
  expect(badges()).toBe('DB unknownStripe unknownDiscord unknownMaintenance unknown')
  stand.store.answers[HEALTH] = () => snapshot()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  // Much sooner than the page measures by itself.
  await waitFor(() => expect(badges()).toContain('DB OK'), { timeout: 4_000 })
  expect(screen.queryByText('Failed to load health.')).toBeNull()
})

const ACTIONS = {
  'Purge Cache': 'POST /api/admin/dev/cache/purge',
  'DB Check': 'POST /api/admin/dev/db/check',
  Ping: 'POST /api/admin/dev/ping',
  'Revalidate Sitemap': 'POST /api/admin/dev/revalidate/sitemap',
  'Warm Mods': 'POST /api/admin/dev/warm/mods/featured',
  'Warm Reviews': 'POST /api/admin/dev/warm/reviews/featured',
} as const
const ANSWERS: Record<string, unknown> = {
  'Purge Cache': { success: true, redisCopies: 4, cdn: { configured: false, latencyMs: null } },
  'DB Check': { ok: true, durationMs: 3, checks: [] },
}
const SUCCESS = { success: true, message: 'Done.' }

test.each(Object.entries(ACTIONS))('[DEV-04] [DEV-05] %s shows OK or ERR for 2 s', async (label, call) => {
  stopClock()
  openDashboard()
  const button = await screen.findByRole('button', { name: label })
  stand.store.answers[call] = () => ANSWERS[label] ?? SUCCESS
  await user.click(button)
  await waitFor(() => expect(button.textContent).toBe(`${label}OK`))
  await run(1_900)
  expect(button.textContent).toBe(`${label}OK`)
  await run(200)
  expect(button.textContent).toBe(label)

  stand.store.answers[call] = () => refuse('server.failed')
  await user.click(button)
  await waitFor(() => expect(button.textContent).toBe(`${label}ERR`))
})

test('[DEV-04] Warm Both warms mods and reviews, and fails if one of them fails', async () => {
  stand.store.answers[ACTIONS['Warm Mods']] = () => SUCCESS
  stand.store.answers[ACTIONS['Warm Reviews']] = () => refuse('developer.not_warmed')
  openDashboard()
  const button = await screen.findByRole('button', { name: 'Warm Both' })
  await user.click(button)
  await waitFor(() => expect(button.textContent).toBe('Warm BothERR'))
  expect(stand.store.asked(ACTIONS['Warm Mods'])).toHaveLength(1)
  expect(stand.store.asked(ACTIONS['Warm Reviews'])).toHaveLength(1)
})

test.each([
  ['Purge Cache', 'Failed to purge cache'],
  ['DB Check', 'DB check failed'],
] as const)('[DEV-11] a failed %s says "%s"', async (label, text) => {
  stand.store.answers[ACTIONS[label]] = () => refuse('server.failed')
  openDashboard()
  await user.click(await screen.findByRole('button', { name: label }))
  await waitFor(() => expect(toasts.get()[0]?.title).toBe(text))
})

test('[DEV-04] Export Health JSON downloads the snapshot as a file', async () => {
  let saved = ''
  vi.stubGlobal(
    'Blob',
    class {
      constructor(parts: string[]) {
        saved = parts.join('')
      }
    },
  )
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined })
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toBe('health-2026-11-15T07-42-14.json')
  })
  openDashboard()
  await facts()
  await user.click(screen.getByRole('button', { name: 'Export Health JSON' }))
  await waitFor(() => expect(clicked).toHaveBeenCalledOnce())
  expect(JSON.parse(saved)).toEqual(snapshot())
})
