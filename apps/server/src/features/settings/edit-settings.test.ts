import { beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import type { AdminSettings, SettingsChange } from '@slipstream/contract/settings-admin'
import { inTransaction } from '@slipstream/db/client'
import { settings as settingsTable } from '@slipstream/db/tables/settings'
import { lastChanges } from '#testing/audit-log.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { editSettings } from './edit-settings.service.ts'

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

const VALUES = '/api/admin/settings/values'
const read = async () => (await admin.call('GET', VALUES)).json<AdminSettings>()
const change = (body: SettingsChange) => admin.call('PATCH', VALUES, body)

test('[ROUTE-18] an administrator changes settings, and every page shows them', async () => {
  const answer = await change({ storeName: ' Redline ', downloadWindowDays: 60 })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json<AdminSettings>().values).toMatchObject({ storeName: 'Redline', downloadWindowDays: 60 })
  await vi.waitFor(async () => {
    const shown = (await store.call('GET', '/api/site/store')).json()
    expect(shown).toMatchObject({ storeName: 'Redline', downloadWindowDays: 60 })
  })
})

test('a setting shows who changed it last, even after it was reset', async () => {
  expect((await read()).changes).toEqual([])
  await change({ storeName: 'Redline' })
  const other = await newPerson(store, { isAdmin: true })
  const { storeName } = DEFAULT_SETTINGS
  await other.call('PATCH', VALUES, { storeName })
  expect(await store.db.select().from(settingsTable)).toEqual([])
  const { values, changes } = await read()
  expect(values.storeName).toBe(storeName)
  expect(changes).toEqual([{ key: 'storeName', at: expect.any(String), by: other.row.username }])
})

test('a setting that was changed on the command line names the command line as its author', async () => {
  await inTransaction(store.db, (tx) => editSettings(tx, null, { blurb: 'Loud cars.' }))
  expect((await read()).changes).toMatchObject([{ key: 'blurb', by: 'the command line' }])
})

test('each changed setting has its own audit entry, and a repeated change has none', async () => {
  await change({ storeName: 'Redline', blurb: 'Loud cars.' })
  await change({ storeName: 'Redline' })
  expect(await lastChanges(store.db)).toMatchObject([
    { subjectId: 'blurb', subjectName: 'Short description', after: { blurb: 'Loud cars.' } },
    { subjectId: 'storeName', before: { storeName: DEFAULT_SETTINGS.storeName }, after: { storeName: 'Redline' } },
  ])
})

test('concurrent changes of one setting each record what they replaced', async () => {
  await Promise.all(['One', 'Two', 'Three'].map((storeName) => change({ storeName })))
  const entries = (await lastChanges(store.db)).reverse()
  const names = entries.map(({ after }) => after?.storeName)
  expect(entries.map(({ before }) => before?.storeName)).toEqual([DEFAULT_SETTINGS.storeName, ...names.slice(0, 2)])
})

test.each([
  [{ contactEmail: 'nobody' }, '/contactEmail'],
  [{ timeZone: 'Atlantis' }, '/timeZone'],
  [{ downloadWindowDays: -1 }, '/downloadWindowDays'],
  [{ socialLinks: [{ network: 'discord', url: 'http://here.example' }] }, '/socialLinks/0/url'],
  [{ maintenanceMode: true }, '/'],
])('the settings change %j is refused with the path of the invalid field', async (body, path) => {
  const answer = await change(body as SettingsChange)
  expect(answer.json()).toMatchObject({ code: 'request.invalid', issues: [{ path }] })
  expect(await store.db.select().from(settingsTable)).toEqual([])
})
