import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { readConfig } from '#config.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { openServices } from '#open-services.ts'
import { startPooler } from '#testing/own-pooler.ts'
import { newPerson } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const server = inject('environment').DATABASE_URL ?? ''
const CONNECTIONS = 3

describe('a store whose DATABASE_URL goes through pgbouncer in transaction mode', () => {
  let pooler: Awaited<ReturnType<typeof startPooler>>
  let store: TestStore
  beforeAll(async () => {
    pooler = await startPooler(server, { connections: CONNECTIONS })
    store = await openTestStore({}, {}, pooler.through)
  })
  afterAll(async () => {
    await store.close()
    await pooler.close()
  })

  test('every pooled connection has a statement timeout of 10 seconds', async () => {
    const ask = () =>
      store.services.database.pool.query<{ ms: number; pid: number }>(`
        select setting::int as ms, pg_backend_pid() as pid, pg_sleep(0.1) from pg_settings
        where name = 'statement_timeout'`)
    const rows = (await Promise.all(Array.from({ length: 12 }, ask))).flatMap((answer) => answer.rows)
    expect(new Set(rows.map(({ ms }) => ms))).toEqual(new Set([10_000]))
    expect(new Set(rows.map(({ pid }) => pid)).size).toBe(CONNECTIONS)
  })

  test('prepared statements work on whichever pooled connection they get', async () => {
    const mod = await createMod(store.db)
    const people = await Promise.all(Array.from({ length: 6 }, () => newPerson(store)))
    const ask = () => people.map((person) => person.call('GET', '/api/cart'))
    await Promise.all(people.map((person) => person.call('POST', '/api/cart', { modId: mod.id })))
    const answers = await Promise.all(Array.from({ length: 10 }, ask).flat())
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })

  test('a change on one server reaches another although both use a pooler', async () => {
    const heard = vi.fn<() => void>()
    const other = await openServices(store.config, pino({ level: 'silent' }))
    try {
      other.bus.onChange('team', heard)
      await store.db.transaction((tx) => announceChange(tx, 'team'))
      await vi.waitFor(() => expect(heard).toHaveBeenCalled())
    } finally {
      await other.close()
    }
  })
})

test('a pooler without a statement timeout is refused, and the error shows the missing setting', async () => {
  const careless = await startPooler(server, { settings: '' })
  try {
    const environment = {
      ...inject('environment'),
      DATABASE_URL: careless.through(server),
      DATABASE_DIRECT_URL: server,
    }
    const opening = openServices(readConfig(environment), pino({ level: 'silent' }))
    await expect(opening).rejects.toThrow("connect_query='set statement_timeout")
  } finally {
    await careless.close()
  }
})
