import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { openTestDatabase } from '#testing/open-test-database.ts'
import { announceChange, openChangeBus, type Topic } from './change-bus.ts'

const TOPIC = 'team' as Topic
const database = await openTestDatabase()
const log = pino({ level: 'silent' })

/** Between a process and PostgreSQL. From `goSilent` on, the connections open then carry nothing, but stay open. */
const openProxy = async () => {
  const sockets = new Set<Socket>()
  const opened: { isSilent: boolean }[] = []
  const server = createServer((from) => {
    const state = { isSilent: false }
    opened.push(state)
    const to = connect(Number(new URL(database.url).port), '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.on('data', (bytes) => state.isSilent || other.write(bytes))
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(database.url)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    opened,
    goSilent: () => {
      for (const state of opened) state.isSilent = true
    },
  }
}

const announce = () => inTransaction(database.db, (tx) => announceChange(tx, TOPIC))

test('a process whose connection for announcements goes silent reconnects, and hears every later announcement', async () => {
  const proxy = await openProxy()
  const bus = await openChangeBus(proxy.url, log, { beatMs: 300 })
  onTestFinished(() => bus.close())
  const [heard, returned] = [vi.fn(), vi.fn()]
  bus.onChange(TOPIC, heard)
  bus.onReturn(returned)
  await announce()
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 10_000)

  proxy.goSilent()
  heard.mockClear()
  returned.mockClear()
  await announce()
  // All copies are dropped, because announcements were missed.
  await vi.waitFor(() => expect(returned).toHaveBeenCalled(), 30_000)
  expect(heard).toHaveBeenCalled()
  heard.mockClear()
  await announce()
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 10_000)
})

test('a connection that carries the heartbeat is kept', async () => {
  const proxy = await openProxy()
  const bus = await openChangeBus(proxy.url, log, { beatMs: 2_000 })
  onTestFinished(() => bus.close())
  const beats = async () =>
    (
      await database.db.execute<{ at: string }>(sql`
      select max(query_start)::text as at from pg_stat_activity
      where application_name = 'slipstream-changes' and datname = current_database() and query like '%pg_notify%'`)
    ).rows[0]?.at
  const first = await vi.waitFor(async () => expect(await beats()).toBeTruthy(), 20_000).then(beats)
  await vi.waitFor(async () => expect(await beats()).not.toBe(first), 20_000)
  expect(proxy.opened).toHaveLength(1)
})
