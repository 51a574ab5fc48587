import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { refuse } from '#testing/pretend-store.tsx'
import { HEALTH, openDashboard, snapshot, stand } from './testing/developer-stand.tsx'

vi.setConfig({ testTimeout: 30_000 })
const user = userEvent.setup({ delay: null })

const MAINTENANCE = 'POST /api/admin/dev/maintenance'

test('[GATE-08] [DEV-05] the maintenance switch sends the new state and shows it', async () => {
  stand.store.answers[MAINTENANCE] = () => {
    stand.store.answers[HEALTH] = () => snapshot({ settings: { maintenanceMode: true } })
    return { maintenanceMode: true }
  }
  openDashboard('operations')
  const toggle = await screen.findByRole('switch', { name: 'Maintenance mode' })
  await waitFor(() => expect(toggle).toHaveProperty('disabled', false))
  await user.click(toggle)
  await waitFor(() => expect(toggle).toHaveProperty('checked', true))
  expect(stand.store.asked(MAINTENANCE).map(({ body }) => body)).toEqual([{ enabled: true }])
  await waitFor(() =>
    expect(screen.getByRole('group', { name: 'System status' }).textContent).toContain('Maintenance ON'),
  )
})

test('[DEV-11] a maintenance switch that fails flips back and says "Failed to toggle maintenance"', async () => {
  stand.store.answers[MAINTENANCE] = () => refuse('server.failed')
  openDashboard('operations')
  const toggle = await screen.findByRole('switch', { name: 'Maintenance mode' })
  await waitFor(() => expect(toggle).toHaveProperty('disabled', false))
  await user.click(toggle)
  expect(await screen.findByText('Failed to toggle maintenance')).toBeTruthy()
  expect(toggle).toHaveProperty('checked', false)
})

test('[CALL-04] [DEV-05] Purge cache sends an empty object and says what was cleared', async () => {
  stand.store.answers['POST /api/admin/dev/cache/purge'] = () => ({
    success: true,
    redisCopies: 412,
    cdn: { configured: true, latencyMs: 310 },
  })
  openDashboard('operations')
  await user.click(await screen.findByRole('button', { name: 'Purge cache' }))
  expect(await screen.findByText('Purged. Redis held 412 copies. The CDN answered in 310 ms.')).toBeTruthy()
  expect(stand.store.asked('POST /api/admin/dev/cache/purge').map(({ body }) => body)).toEqual([{}])
})

test('[DEV-11] a purge that fails says "Failed to purge cache" and why', async () => {
  stand.store.answers['POST /api/admin/dev/cache/purge'] = () => refuse('cdn.away')
  openDashboard('operations')
  await user.click(await screen.findByRole('button', { name: 'Purge cache' }))
  expect(await screen.findByText('Failed to purge cache')).toBeTruthy()
  expect(screen.getByText(/the CDN did not confirm/)).toBeTruthy()
})

test('[DEV-05] DB Check shows the result as JSON', async () => {
  const result = { ok: true, durationMs: 12, checks: [{ name: 'writes', ok: true, checked: 'A row.', found: {} }] }
  stand.store.answers['POST /api/admin/dev/db/check'] = () => result
  openDashboard('operations')
  await user.click(await screen.findByRole('button', { name: 'DB Check' }))
  const shown = await screen.findByRole('region', { name: 'Result of the database check' })
  expect(JSON.parse(shown.textContent ?? '')).toEqual(result)
})

test('[DEV-11] a database check that fails says "DB check failed"', async () => {
  stand.store.answers['POST /api/admin/dev/db/check'] = () => refuse('server.failed')
  openDashboard('operations')
  await user.click(await screen.findByRole('button', { name: 'DB Check' }))
  expect(await screen.findByText('DB check failed')).toBeTruthy()
})

/** Watches how probes are sent; everything else goes to the fake store. */
const watchProbes = (answer: (path: string) => Response | Error) => {
  const others = fetch
  const sent: { path: string; credentials: string | undefined; headers: Headers }[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (!headers.has('x-slipstream-probe')) return others(path, init)
    sent.push({ path, credentials: init.credentials, headers })
    const result = answer(path)
    if (result instanceof Error) throw result
    return result
  })
  return sent
}
const rows = () =>
  within(screen.getByRole('table', { name: 'Probe results, newest first' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent.replace(/^Status /, '')).slice(0, 3))

test('[DEV-09] Run All probes the four endpoints without credentials and with the marker', async () => {
  localStorage.setItem('auth_token', 'a-token-of-the-developer')
  openDashboard('operations')
  const sent = watchProbes(() => Response.json([]))
  await user.click(await screen.findByRole('button', { name: 'Run All' }))
  const paths = [
    '/api/team/categories',
    '/api/team/members',
    '/api/mods?featured=true&limit=3',
    '/api/reviews/featured',
  ]
  await waitFor(() => expect(rows()).toEqual(paths.toReversed().map((path) => [path, 'OK', '200'])))
  expect(sent.map(({ path }) => path)).toEqual(paths)
  for (const { credentials, headers } of sent) {
    expect(credentials).toBe('omit')
    expect(headers.get('authorization')).toBeNull()
  }
  localStorage.clear()
})

test('[DEV-09] a rejected probe shows ERR with its status, and a network failure shows status 0', async () => {
  openDashboard('operations')
  watchProbes((path) => (path.includes('team') ? new TypeError('offline') : Response.json({}, { status: 401 })))
  const field = await screen.findByRole('textbox', { name: 'Path to probe' })
  await user.clear(field)
  await user.type(field, '/api/admin/dev/health')
  await user.click(screen.getByRole('button', { name: 'Probe' }))
  await waitFor(() => expect(rows()).toEqual([['/api/admin/dev/health', 'ERR', '401']]))
  await user.click(screen.getByRole('button', { name: /Team members/ }))
  await waitFor(() => expect(rows()[0]).toEqual(['/api/team/members', 'ERRnetwork failure', '0']))
})

test('[DEV-09] a redirect shows its own status, and a probe without an answer in time shows no status', async () => {
  openDashboard('operations')
  const redirect = new Response(null, { status: 308 })
  watchProbes((path) => (path.includes('team') ? redirect : new DOMException('too late', 'TimeoutError')))
  await user.click(await screen.findByRole('button', { name: /Team members/ }))
  await waitFor(() => expect(rows()[0]).toEqual(['/api/team/members', 'ERRredirect', '308']))
  await user.click(screen.getByRole('button', { name: /Featured reviews/ }))
  await waitFor(() => expect(rows()[0]).toEqual(['/api/reviews/featured', 'ERRno answer in 10 s', '–']))
})

test.each(['https://other.example/', '//other.example', '/\\other.example', 'api/mods', ''])(
  '[DEV-09] the path "%s" is not sent, because it is not a path of this store',
  async (path) => {
    openDashboard('operations')
    const sent = watchProbes(() => Response.json({}))
    const field = await screen.findByRole('textbox', { name: 'Path to probe' })
    await user.clear(field)
    if (path) await user.type(field, path.replaceAll('\\', '\\'))
    await user.click(screen.getByRole('button', { name: 'Probe' }))
    expect(await screen.findByText(/^Enter a path of this store/)).toBeTruthy()
    expect(sent).toEqual([])
  },
)

test('[DEV-09] the last 10 probe results are kept', async () => {
  openDashboard('operations')
  watchProbes(() => Response.json({}))
  const runAll = await screen.findByRole('button', { name: 'Run All' })
  for (let time = 1; time <= 3; time++) {
    await user.click(runAll)
    await waitFor(() => expect(rows()).toHaveLength(Math.min(time * 4, 10)))
    await waitFor(() => expect(runAll.getAttribute('aria-busy')).toBeNull())
  }
  expect(screen.getByText('10 of the last 10 results')).toBeTruthy()
})

test('[DEV-05] the maintenance switch follows the response, not an older snapshot', async () => {
  stand.store.answers[MAINTENANCE] = ({ body }) => ({ maintenanceMode: (body as { enabled: boolean }).enabled })
  openDashboard('operations')
  const toggle = await screen.findByRole('switch', { name: 'Maintenance mode' })
  await waitFor(() => expect(toggle).toHaveProperty('disabled', false))
  // The snapshots keep saying OFF.
  await user.click(toggle)
  await waitFor(() => expect(stand.store.asked(MAINTENANCE)).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Ping' }))
  await waitFor(() => expect(toggle).toHaveProperty('checked', true))
  await user.click(toggle)
  await waitFor(() =>
    expect(stand.store.asked(MAINTENANCE).map(({ body }) => body)).toEqual([{ enabled: true }, { enabled: false }]),
  )
})

const PLAN = 'POST /api/admin/dev/maintenance/window'
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('[GATE-08] a planned maintenance window is sent, shows at once and can be canceled', async () => {
  stand.store.answers[PLAN] = ({ body }) => ({ maintenanceMode: false, planned: body })
  stand.store.answers['DELETE /api/admin/dev/maintenance/window'] = () => ({ maintenanceMode: false })
  openDashboard('operations')
  await user.click(await screen.findByRole('button', { name: 'Plan a window' }))
  choose('From', '2026-11-24T18:30')
  choose('To', '2026-11-24T19:00')
  choose('Message', 'New tires.')
  await user.click(screen.getByRole('button', { name: 'Plan window' }))
  expect((await screen.findByText(/^Planned for/)).textContent).toContain('New tires.')
  const at = (minute: string) => new Date(minute).toISOString()
  expect(stand.store.asked(PLAN).map(({ body }) => body)).toEqual([
    { from: at('2026-11-24T18:30'), to: at('2026-11-24T19:00'), message: 'New tires.' },
  ])
  await user.click(screen.getByRole('button', { name: 'Cancel window' }))
  await waitFor(() => expect(screen.queryByText(/^Planned for/)).toBeNull())
})

test('[GATE-08] a maintenance window without times, or one that ends before it begins, shows an error at its fields', async () => {
  openDashboard('operations')
  await user.click(await screen.findByRole('button', { name: 'Plan a window' }))
  await user.click(screen.getByRole('button', { name: 'Plan window' }))
  expect(await screen.findByText('Choose when it begins.')).toBeTruthy()
  choose('From', '2026-11-24T18:30')
  choose('To', '2026-11-24T18:00')
  await user.click(screen.getByRole('button', { name: 'Plan window' }))
  expect(await screen.findByText('Choose an end after the beginning.')).toBeTruthy()
  expect(stand.store.asked(PLAN)).toEqual([])
})
