import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { readSettings } from '#features/settings/settings.service.ts'
import { openTestDatabase, type TestDatabase } from '#testing/open-test-database.ts'
import { PROCESSES_TIMEOUT_MS, runBin } from '#testing/run-bin.ts'

vi.setConfig({ testTimeout: PROCESSES_TIMEOUT_MS })

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const settings = (...words: string[]) => runBin('settings.ts', words, { DATABASE_URL: database.url })

test('a setting can be changed by plain text or JSON, and the list shows it', async () => {
  const [name, maintenance] = await Promise.all([
    settings('set', 'storeName', 'Red', 'line'),
    settings('set', 'maintenanceMode', 'true'),
  ])
  expect(name).toEqual({ code: 0, stdout: 'storeName = "Red line"\n', stderr: '' })
  expect(maintenance).toEqual({ code: 0, stdout: 'maintenanceMode = true\n', stderr: '' })

  const [list, get] = await Promise.all([settings('list'), settings('get', 'storeName')])
  expect(JSON.parse(list.stdout)).toEqual({ ...DEFAULT_SETTINGS, storeName: 'Red line', maintenanceMode: true })
  expect(list.code).toBe(0)
  expect(get).toEqual({ code: 0, stdout: 'storeName = "Red line"\n', stderr: '' })
})

test('an invalid setting prints what is allowed and changes nothing', async () => {
  const before = await readSettings(database.db)
  const [unknown, invalid] = await Promise.all([settings('get', 'color'), settings('set', 'contactEmail', 'nobody')])
  expect(unknown.code).toBe(1)
  expect(unknown.stderr).toContain('unknown setting "color"; the settings are: storeName, blurb')
  expect(invalid.code).toBe(1)
  expect(invalid.stderr).toMatch(/^contactEmail: Enter a valid e-mail address/)
  expect(await readSettings(database.db)).toEqual(before)
})
