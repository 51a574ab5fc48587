// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/developer'
import '#ui/bar-chart.tsx'
import { configure } from '@testing-library/react'
import { beforeEach } from 'vitest'
import type { HealthSnapshot } from '@slipstream/contract/developer'
import { pretendStore, showAt } from '#testing/pretend-store.tsx'
import { toasts } from '#ui/toast-store.ts'
import { DeveloperDashboard } from '../developer-dashboard.tsx'
import { latencySamples } from '../developer.queries.ts'

configure({ asyncUtilTimeout: 10_000 })

const measured = (latencyMs: number) => ({ ok: true, latencyMs, error: null })

export const snapshot = (changes: Partial<HealthSnapshot> = {}): HealthSnapshot => ({
  systems: {
    database: measured(13),
    stripe: { configured: true, ok: true, error: null, latencyMs: 80 },
    discordAuth: { configured: true },
    redis: measured(1),
    storage: measured(9),
    mail: measured(12),
    queue: { ...measured(4), waiting: 2, dead: 0 },
    workers: { ok: true, alive: 2 },
  },
  settings: { maintenanceMode: false },
  metrics: { totals: { mods: 12, users: 1_846 }, reviews: { approved: 2_418, pending: 3 }, adminChatLast24h: 0 },
  cache: { enabled: true },
  version: '0.1.0',
  uptimeSeconds: 90_061,
  now: '2026-11-15T07:42:18.000Z',
  checkedAt: '2026-11-15T07:42:14.000Z',
  durationMs: 48,
  ...changes,
})

export const HEALTH = 'GET /api/admin/dev/health'
export const TASKS = 'GET /api/admin/dev/tasks'
export const LOGS = 'GET /api/admin/dev/logs'

/** The dashboard's server; each test changes its answers. */
export const stand = { store: undefined as unknown as ReturnType<typeof pretendStore> }

beforeEach(() => {
  toasts.set([])
  latencySamples.set([])
  stand.store = pretendStore({
    [HEALTH]: () => snapshot(),
    [TASKS]: () => ({ tasks: [] }),
    [LOGS]: () => ({ lines: [] }),
  })
})

export const openDashboard = (tab = '') =>
  showAt(`/admin/developer${tab && `?tab=${tab}`}`, <DeveloperDashboard username="noor" alerts={<p>the alerts</p>} />)
