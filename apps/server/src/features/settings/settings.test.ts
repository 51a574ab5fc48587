import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import type { Settings, Store } from '@slipstream/contract/settings'
import { inTransaction } from '@slipstream/db/client'
import { settings as settingsTable } from '@slipstream/db/tables/settings'
import { announceChange } from '#lib/cache/change-bus.ts'
import { openServices, type OpenServices } from '#open-services.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { changeSettings, readSettings } from './settings.service.ts'

let store: TestStore
/** A second process of the same store: its own memory and connections, the same database. */
let secondServer: OpenServices
beforeAll(async () => {
  store = await openTestStore()
  secondServer = await openServices(store.config, pino({ level: 'silent' }))
})
beforeEach(async () => {
  await store.empty()
  await inTransaction(store.db, (tx) => announceChange(tx, 'settings'))
  await within(2_000, () => {
    expect(store.services.settings.current()).toEqual(DEFAULT_SETTINGS)
    expect(secondServer.settings.current()).toEqual(DEFAULT_SETTINGS)
  })
})
afterAll(async () => {
  await secondServer.close()
  await store.close()
})

const DEFAULT_STORE: Partial<Settings & Store> = { ...DEFAULT_SETTINGS, givesDiscordRole: true }
const NOT_FOR_ALL = [
  'maintenanceMode',
  'plannedMaintenance',
  'adminsNeedTwoFactor',
  'staffEmail',
  'timeZone',
  'sellerName',
  'sellerAddress',
  'sellerTaxId',
  'taxNote',
] as const
for (const name of NOT_FOR_ALL) delete DEFAULT_STORE[name]

const within = (timeout: number, check: () => unknown) => vi.waitFor(check, { timeout, interval: 20 })
const change = (changes: Partial<Settings>) => inTransaction(store.db, (tx) => changeSettings(tx, changes))
const status = (headers = {}) => store.call('GET', '/api/site/status', { headers })

describe('public settings', () => {
  test('[CALL-03] the site status includes the maintenance mode', async () => {
    const before = await status()
    expect(before.statusCode).toBe(200)
    expect(before.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(before.headers['cache-control']).toBe('public, max-age=0, s-maxage=2, stale-while-revalidate=5')
    expect(before.json()).toEqual({ maintenanceMode: false })

    await change({ maintenanceMode: true })
    await within(2_000, async () => expect((await status()).json()).toEqual({ maintenanceMode: true }))
  })

  test('a client that already has the site status gets 304 until it changes', async () => {
    const etag = String((await status()).headers.etag)
    const same = await status({ 'if-none-match': etag })
    expect(same.statusCode).toBe(304)
    expect(same.payload).toBe('')
    expect(same.headers.etag).toBe(etag)
    expect(same.headers['cache-control']).toMatch(/^public, /)

    await change({ maintenanceMode: true })
    await within(2_000, async () => expect((await status({ 'if-none-match': etag })).statusCode).toBe(200))
  })

  test('the store endpoint has name, texts and links, and nothing about maintenance', async () => {
    const socialLinks = [{ network: 'discord' as const, url: 'https://discord.example/here' }]
    await change({ storeName: 'Redline', socialLinks })
    await within(2_000, async () => {
      const answer = await store.call('GET', '/api/site/store')
      expect(answer.json()).toEqual({ ...DEFAULT_STORE, storeName: 'Redline', socialLinks })
      expect(answer.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=300')
    })
  })
})

describe('a settings change', () => {
  test('a settings change shows in every process at once', async () => {
    const told = vi.fn()
    secondServer.settings.onChange(told)
    await change({ maintenanceMode: true })
    await within(2_000, () => {
      expect(store.services.settings.current().maintenanceMode).toBe(true)
      expect(secondServer.settings.current().maintenanceMode).toBe(true)
      expect(told).toHaveBeenCalled()
    })
  })

  test('the last of many concurrent settings changes is never missed', async () => {
    for (let round = 1; round <= 10; round++) {
      await Promise.all([1, 2, 3, 4, 5, 6].map((number) => change({ storeName: `Name ${round}.${number}` })))
      const { storeName } = await readSettings(store.db)
      await within(2_000, () => {
        expect(store.services.settings.current().storeName).toBe(storeName)
        expect(secondServer.settings.current().storeName).toBe(storeName)
      })
    }
  })

  test('a rolled-back settings change shows nowhere', async () => {
    const failed = inTransaction(store.db, async (tx) => {
      await changeSettings(tx, { maintenanceMode: true })
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')

    await change({ storeName: 'Heard after it' })
    await within(2_000, () => expect(secondServer.settings.current().storeName).toBe('Heard after it'))
    expect(secondServer.settings.current().maintenanceMode).toBe(false)
    expect(store.services.settings.current().maintenanceMode).toBe(false)
  })

  test('an invalid settings change is refused as a whole', async () => {
    await expect(change({ storeName: 'Fine', contactEmail: 'not an address' })).rejects.toThrow()
    expect(await store.db.select().from(settingsTable)).toEqual([])
  })

  test('a settings change shows even if the connection for change announcements was cut', async () => {
    const cut = await store.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'slipstream-changes'`)
    expect(cut.rows).toHaveLength(2)
    await change({ maintenanceMode: true })
    await within(6_000, () => {
      expect(store.services.settings.current().maintenanceMode).toBe(true)
      expect(secondServer.settings.current().maintenanceMode).toBe(true)
    })

    const listening = () =>
      store.db.execute(sql`
        select pid from pg_stat_activity
        where datname = current_database() and application_name = 'slipstream-changes'`)
    await within(3_000, async () => expect((await listening()).rows).toHaveLength(2))
    await change({ maintenanceMode: false })
    await within(1_000, () => expect(secondServer.settings.current().maintenanceMode).toBe(false))
  })
})

test('an unreadable settings row falls back to its default and the rest stays in force', async () => {
  await store.db.insert(settingsTable).values([
    { key: 'storeName', value: 5 },
    { key: 'socialLinks', value: [{ network: 'discord', url: 'javascript:alert(1)' }] },
    { key: 'gone since', value: 'anything' },
    { key: '__proto__', value: { isDemo: true } },
    { key: 'heroTitle', value: 'Still read' },
  ])
  await inTransaction(store.db, (tx) => announceChange(tx, 'settings'))
  await within(2_000, async () => {
    expect((await store.call('GET', '/api/site/store')).json()).toEqual({ ...DEFAULT_STORE, heroTitle: 'Still read' })
  })
})
