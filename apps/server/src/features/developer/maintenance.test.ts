import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lastChanges } from '#testing/audit-log.ts'
import { newCast } from '#testing/matrix-people.ts'
import { withToken } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
beforeEach(() => store.empty())
afterAll(() => store.close())

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
