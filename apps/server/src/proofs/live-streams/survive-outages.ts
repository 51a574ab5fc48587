import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type Database, inTransaction } from '@slipstream/db/client'
import { announceHint } from '#lib/live/live-topic.ts'
import type { Reading } from './fill-people.ts'
import { openReader } from './stream-reader.ts'

const READERS = 200
const WRITING_MS = 14_000
const OUTAGE_AFTER_MS = 4_000
const WRITES_PER_SECOND = 100
const GIVE_UP_MS = 90_000

interface Parts {
  url: string
  db: Database['db']
  people: readonly Reading[]
}

const retried = async <T>(act: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await act()
    } catch {
      await sleep(200)
    }
  }
}

/** A page: on every event of its stream it fetches the newest messages, one fetch at a time, and records their ids. */
const openPage = (parts: Parts, n: number) => {
  const shown = new Set<number>()
  let isRunning = false
  let isAsked = false
  const refresh = async () => {
    isAsked = true
    if (isRunning) return
    isRunning = true
    while (isAsked) {
      isAsked = false
      const newest = Math.max(0, ...shown)
      // Late commits have smaller ids, so a page reads some messages again.
      const { rows } = await retried(() =>
        parts.db.execute<{ id: number }>(sql`select id from live_items where id > ${newest - 500}`),
      )
      for (const { id } of rows) shown.add(id)
    }
    isRunning = false
  }
  const person = parts.people[Math.floor(n / 10)] as Reading
  const reader = openReader({
    url: parts.url,
    token: person.token,
    address: `10.9.${n >> 8}.${n & 255}`,
    topics: 'staff',
    onEvent: () => void refresh(),
  })
  return { shown, close: reader.close }
}

/** Writes while something fails, and reports whether every page has everything that was committed, and how soon. */
export const surviveOutage = async (parts: Parts, name: string, outage: () => Promise<void>) => {
  await parts.db.execute(sql`drop table if exists live_items`)
  await parts.db.execute(sql`create table live_items (id serial primary key, key text unique)`)
  const pages = Array.from({ length: READERS }, (_, n) => openPage(parts, n))
  await sleep(2_000)

  const began = performance.now()
  const failing = sleep(OUTAGE_AFTER_MS).then(outage)
  const writes: Promise<unknown>[] = []
  for (let n = 0; performance.now() - began < WRITING_MS; n++) {
    // Repeated until it is certain, like a browser with an idempotency key.
    const write = () =>
      inTransaction(parts.db, async (tx) => {
        await tx.execute(sql`insert into live_items (key) values (${`${n}`}) on conflict do nothing`)
        await announceHint(tx, 'staff')
        await sleep(Math.random() * 20)
      })
    writes.push(retried(write))
    await sleep(Math.max(0, began + ((n + 1) * 1_000) / WRITES_PER_SECOND - performance.now()))
  }
  await Promise.all(writes)
  await failing
  const ended = performance.now()
  const { rows } = await retried(() =>
    parts.db.execute<{ rows: number }>(sql`select count(*)::int as rows from live_items`),
  )
  const expected = rows[0]?.rows ?? 0
  const incomplete = () => pages.filter(({ shown }) => shown.size !== expected).length
  while (incomplete() > 0 && performance.now() - ended < GIVE_UP_MS) await sleep(20)
  const figures = {
    outage: name,
    'messages sent': writes.length,
    'messages written': expected,
    'pages with a gap': incomplete(),
    'last page complete after ms': Math.round(performance.now() - ended),
  }
  for (const page of pages) page.close()
  await sleep(500)
  return figures
}
