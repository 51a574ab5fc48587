import { beforeEach, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { announceChange } from '#lib/cache/change-bus.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { newCast } from '#testing/matrix-people.ts'
import { withToken } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
beforeEach(async () => {
  await inTransaction(store.db, (tx) => announceChange(tx, 'settings'))
  await expect.poll(isClosed).toBe(false)
})

const MAINTENANCE = '/api/admin/dev/maintenance'
const isClosed = () => store.services.settings.current().maintenanceMode

test('[GATE-08] the developer closes and reopens the store, and each switch is in the audit log', async () => {
  const { tokens } = await newCast(store)
  const developer = withToken(store.app, tokens.developer)

  const closed = await developer('POST', MAINTENANCE, { enabled: true })
  expect([closed.statusCode, closed.json()]).toEqual([200, { maintenanceMode: true }])
  await expect.poll(isClosed).toBe(true)
  // Switching to the same state writes no entry.
  await developer('POST', MAINTENANCE, { enabled: true })

  const opened = await developer('POST', MAINTENANCE, { enabled: false })
  expect([opened.statusCode, opened.json()]).toEqual([200, { maintenanceMode: false }])
  await expect.poll(isClosed).toBe(false)

  expect(await lastChanges(store.db)).toMatchObject([
    { action: 'switch off', subject: 'settings', before: { maintenanceMode: true }, after: { maintenanceMode: false } },
    { action: 'switch on', subject: 'settings', before: { maintenanceMode: false }, after: { maintenanceMode: true } },
  ])
})

test('[GATE-08] an administrator who is not the developer cannot switch maintenance mode', async () => {
  const { tokens } = await newCast(store)
  const refused = await withToken(store.app, tokens.admin)('POST', MAINTENANCE, { enabled: true })
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'auth.developer_required' }])
  expect(await lastChanges(store.db)).toEqual([])
})

test('[GATE-08] the maintenance switch accepts only true or false', async () => {
  const { tokens } = await newCast(store)
  const developer = withToken(store.app, tokens.developer)
  for (const body of [{}, { enabled: 'on' }, { enabled: true, until: 'tomorrow' }]) {
    expect((await developer('POST', MAINTENANCE, body)).statusCode).toBe(400)
  }
})

const WINDOW = `${MAINTENANCE}/window`
const status = async () => (await store.call('GET', '/api/site/status')).json<object>()

test('[GATE-08] a planned maintenance window is announced, closes the store on time and ends by itself', async () => {
  const { tokens } = await newCast(store)
  const developer = withToken(store.app, tokens.developer)
  const start = Math.ceil(Date.now() / 1_000) * 1_000 + 60_000
  const from = new Date(start).toISOString()
  const to = new Date(start + 60_000).toISOString()
  const window = { from, to, message: 'New tires.' }
  const planned = await developer('POST', WINDOW, window)
  expect([planned.statusCode, planned.json()]).toEqual([200, { maintenanceMode: false, planned: window }])
  await expect.poll(status).toEqual({ maintenanceMode: false, planned: window })

  vi.useFakeTimers({ toFake: ['Date'], now: start - 1 })
  try {
    expect([isClosed(), await status()]).toEqual([false, { maintenanceMode: false, planned: window }])
    vi.setSystemTime(start)
    expect([isClosed(), await status()]).toEqual([true, { maintenanceMode: true, planned: window }])
    vi.setSystemTime(start + 59_999)
    expect(isClosed()).toBe(true)
    vi.setSystemTime(start + 60_000)
    expect([isClosed(), await status()]).toEqual([false, { maintenanceMode: false }])
  } finally {
    vi.useRealTimers()
  }
})

test('[GATE-08] a planned maintenance window can be replaced and canceled, and opening the store ends a running one', async () => {
  const { tokens } = await newCast(store)
  const developer = withToken(store.app, tokens.developer)
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  await developer('POST', WINDOW, { from: inHours(1), to: inHours(2), message: '' })
  await developer('POST', WINDOW, { from: inHours(3), to: inHours(4), message: 'Later' })
  await expect.poll(status).toMatchObject({ planned: { message: 'Later' } })
  for (let time = 0; time < 2; time++) {
    const canceled = await developer('DELETE', WINDOW)
    expect([canceled.statusCode, canceled.json()]).toEqual([200, { maintenanceMode: false }])
  }
  await expect.poll(status).toEqual({ maintenanceMode: false })

  const begun = await developer('POST', WINDOW, { from: inHours(-1), to: inHours(1), message: '' })
  expect(begun.json()).toMatchObject({ maintenanceMode: true, planned: { message: '' } })
  await expect.poll(isClosed).toBe(true)
  await developer('POST', MAINTENANCE, { enabled: false })
  await expect.poll(isClosed).toBe(false)
  expect((await lastChanges(store.db)).map(({ action }) => action)).toEqual([
    'switch off',
    'plan',
    'cancel',
    'plan',
    'plan',
  ])
})

test('[GATE-08] a maintenance window that has ended, or ends before it begins, is refused', async () => {
  const { tokens } = await newCast(store)
  const developer = withToken(store.app, tokens.developer)
  const over = await developer('POST', WINDOW, {
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-01T01:00:00.000Z',
    message: '',
  })
  expect([over.statusCode, over.json()]).toMatchObject([409, { code: 'developer.window_over' }])
  const backwards = { from: '2199-01-01T01:00:00.000Z', to: '2199-01-01T00:00:00.000Z', message: '' }
  expect((await developer('POST', WINDOW, backwards)).statusCode).toBe(400)
  const refused = await withToken(store.app, tokens.admin)('POST', WINDOW, backwards)
  expect(refused.statusCode).toBe(403)
})
