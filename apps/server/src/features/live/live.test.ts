import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { banUser } from '#features/users/ban.service.ts'
import { setAdmin } from '#features/users/role.service.ts'
import { announceHint } from '#lib/live/live-topic.ts'
import { followTopics, listen } from '#testing/live-stream.ts'
import { type OpenServer, openServer } from '#testing/open-server.ts'
import { newBrowser, newPerson, type Person, signIn } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'

let store: TestStore
let second: OpenServer
let urls: [string, string]
beforeAll(async () => {
  store = await openTestStore()
  second = await openServer(store.config)
  urls = [await listen(store.app), await listen(second.app)]
})
afterAll(async () => {
  await second.close()
  await store.close()
})

/**
 * Accepts a hint or a reset: if the sign-in's own announcement arrives late, a hint becomes a reset. Either makes the
 * page fetch again.
 */
const isTold = ({ told }: { told: () => string[] }) => told().length > 0
const soon = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 5 })
const hintAtStaff = () => inTransaction(store.db, (tx) => announceHint(tx, 'staff'))
const hintAt = ({ row }: Person) => inTransaction(store.db, (tx) => announceHint(tx, 'me', row.id))
/** Follows the topics through both processes. */
const followTwice = (token: string, topics: string) => Promise.all(urls.map((url) => followTopics(url, token, topics)))

describe('hints', () => {
  test('a hint reaches the people who follow its topic through every process, and nobody else', async () => {
    const [mine, others] = [await newPerson(store), await newPerson(store)]
    const streams = await followTwice(mine.token, 'me')
    const foreign = await followTopics(urls[0], others.token, 'me')
    await hintAt(mine)
    await soon(() => expect(streams.map(isTold)).toEqual([true, true]))
    expect(isTold(foreign)).toBe(false)
    await hintAt(others)
    await soon(() => expect(isTold(foreign)).toBe(true))
    expect(streams.map(({ told }) => told().length)).toEqual([1, 1])
  })

  test('a rolled-back transaction sends no hint, and many changes in one transaction send one hint', async () => {
    const person = await newPerson(store)
    const stream = await followTopics(urls[0], person.token, 'me')
    const failing = inTransaction(store.db, async (tx) => {
      await announceHint(tx, 'me', person.row.id)
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await inTransaction(store.db, async (tx) => {
      for (let n = 0; n < 5; n++) await announceHint(tx, 'me', person.row.id)
    })
    await soon(() => expect(isTold(stream)).toBe(true))
    expect(stream.told()).toHaveLength(1)
  })

  test('T-IDOR: topics that a person may not follow are left out, and a request without any other topic gets 404', async () => {
    const customer = await newPerson(store)
    const stream = await followTopics(urls[0], customer.token, 'me,staff,nonsense')
    expect(stream.events[0]).toEqual({ event: 'open', data: { topics: ['me'] } })
    await hintAtStaff()
    await hintAt(customer)
    await soon(() => expect(isTold(stream)).toBe(true))
    expect(stream.told()).toHaveLength(1)
    expect(stream.told()).not.toContain('staff')

    for (const topics of ['staff', 'nonsense', 'me:1', `me@${customer.row.id}`, 'staff:1', 'toString', '__proto__']) {
      const { response } = await followTopics(urls[0], customer.token, encodeURIComponent(topics))
      expect([topics, response.status]).toEqual([topics, 404])
    }
    const signal = await customer.call('POST', '/api/live/signals', { topic: 'staff', kind: 'typing' })
    expect([signal.statusCode, signal.json()]).toMatchObject([404, { code: 'live.no_topic' }])
  })

  test('a live stream is neither compressed nor cached, and tells proxies not to buffer it', async () => {
    const { token } = await newPerson(store)
    const { response } = await followTopics(urls[0], token, 'me', { 'accept-encoding': 'gzip, br' })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    expect(response.headers.has('content-encoding')).toBe(false)
  })

  test('a process allows a person at most ten live streams, and closing one makes room', async () => {
    const { token } = await newPerson(store)
    const streams = await Promise.all(Array.from({ length: 10 }, () => followTopics(urls[0], token, 'me')))
    expect((await followTopics(urls[0], token, 'me')).response.status).toBe(429)
    expect((await followTopics(urls[1], token, 'me')).response.status).toBe(200)
    streams[0]?.close()
    await vi.waitFor(async () => expect((await followTopics(urls[0], token, 'me')).response.status).toBe(200))
  })

  test('a live stream with more than forty topics is refused', async () => {
    const { token } = await newPerson(store)
    const topics = Array.from({ length: 41 }, (_, n) => `ticket:${n + 1}`).join()
    expect((await followTopics(urls[0], token, topics)).response.status).toBe(400)
  })
})

describe('rights', () => {
  /** Expects the streams to end in both processes within a second of the commit. */
  const endsInBoth = async (person: Person, topics: string, change: () => Promise<unknown>) => {
    const streams = await followTwice(person.token, topics)
    await change()
    const changedAt = performance.now()
    await soon(() => expect(streams.map(({ hasEnded }) => hasEnded())).toEqual([true, true]))
    expect(performance.now() - changedAt).toBeLessThan(1_000)
    return streams
  }

  test('a ban ends the person’s live streams in every process within a second', async () => {
    const person = await newPerson(store)
    await endsInBoth(person, 'me', () =>
      inTransaction(store.db, (tx) => banUser(tx, person.row.id, { reason: 'Spam', endsAt: null })),
    )
    expect((await followTopics(urls[0], person.token, 'me')).response.status).toBe(401)
  })

  test('an administrator who loses the role gets no more staff hints, and their live streams end within a second', async () => {
    const admin = await newPerson(store, { isAdmin: true })
    const other = await newPerson(store, { isAdmin: true })
    const watching = await followTopics(urls[0], other.token, 'staff')
    const streams = await endsInBoth(admin, 'staff', () =>
      inTransaction(store.db, async (tx) => {
        await setAdmin(tx, admin.row.id, false)
        // Announced after the role change, in the same commit.
        await announceHint(tx, 'staff')
      }),
    )
    await soon(() => expect(isTold(watching)).toBe(true))
    expect(streams.map(({ told }) => told())).toEqual([[], []])
    const { token } = await signIn(newBrowser(store), admin.row.username)
    expect((await followTopics(urls[0], token, 'staff')).response.status).toBe(404)
  })

  test('signing out ends the live streams of that session only, within a second', async () => {
    const person = await newPerson(store)
    const elsewhere = newBrowser(store)
    const { token } = await signIn(elsewhere, person.row.username)
    const kept = await followTopics(urls[1], token, 'me')
    await endsInBoth(person, 'me', () => person.browser.call('POST', '/api/auth/logout'))
    await hintAt(person)
    await soon(() => expect(isTold(kept)).toBe(true))
    expect(kept.hasEnded()).toBe(false)
  })

  test('a hint that arrives while the rights are read again is not lost', async () => {
    const person = await newPerson(store)
    const stream = await followTopics(urls[0], person.token, 'me')
    // A second sign-in announces the person, and the hints are committed at about the same time.
    await Promise.all([signIn(newBrowser(store), person.row.username), hintAt(person), hintAt(person)])
    await soon(() => expect(isTold(stream)).toBe(true))
    expect(stream.hasEnded()).toBe(false)
  })
})

describe('signals', () => {
  const signal = (person: Person, kind: string) => person.call('POST', '/api/live/signals', { topic: 'staff', kind })

  test('typing and presence reach other staff through another process, but not the sender', async () => {
    const [one, two] = [await newPerson(store, { isAdmin: true }), await newPerson(store, { isAdmin: true })]
    const own = await followTopics(urls[0], one.token, 'staff')
    const other = await followTopics(urls[1], two.token, 'staff')
    for (const kind of ['here', 'typing', 'left']) expect((await signal(one, kind)).statusCode).toBe(200)
    const heard = () => other.events.filter(({ event }) => event === 'signal').map(({ data }) => data)
    await soon(() =>
      expect(heard()).toEqual(
        ['here', 'typing', 'left'].map((kind) => ({ topic: 'staff', kind, isStaff: true, userId: one.row.id })),
      ),
    )
    expect(own.events.filter(({ event }) => event === 'signal')).toEqual([])
  })
})

describe('no silent gap', () => {
  test('T-GAP: after the change bus lost its connection, every live stream is told to fetch again', async () => {
    const person = await newPerson(store)
    const streams = await followTwice(person.token, 'me')
    await store.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'slipstream-changes' and datname = current_database()`)
    await soon(() => {
      for (const { told } of streams) expect(told()).toContain('all')
    })
    const before = streams.map(({ told }) => told().length)
    await hintAt(person)
    await soon(() => streams.forEach(({ told }, n) => expect(told().length).toBeGreaterThan(before[n] ?? 0)))
  })

  test('T-GAP: a reader that reconnects at random ends up with everything that 50 writers commit in any order', async () => {
    await store.db.execute(sql`create table live_items (id serial primary key)`)
    const reader = await newPerson(store, { isAdmin: true })
    const seen = new Set<number>()
    let reads: Promise<unknown> = Promise.resolve()
    const fetchAll = async () => {
      const { rows } = await store.db.execute<{ id: number }>(sql`select id from live_items`)
      for (const { id } of rows) seen.add(id)
    }
    const follow = async (url: string) => {
      const stream = await followTopics(url, reader.token, 'staff')
      stream.onEvent(() => {
        reads = Promise.all([reads, fetchAll()])
      })
      await fetchAll()
      return stream
    }

    let isWriting = true
    const write = async () => {
      for (let n = 0; n < 4; n++) {
        await inTransaction(store.db, async (tx) => {
          await tx.execute(sql`insert into live_items default values`)
          await announceHint(tx, 'staff')
          // The number is taken before the sleep, so a later number may commit first.
          await wait(Math.random() * 20)
        })
      }
    }
    const reconnecting = (async () => {
      let stream = await follow(urls[0])
      for (let n = 1; isWriting; n++) {
        await wait(Math.random() * 40)
        stream.close()
        stream = await follow(urls[n % 2] as string)
      }
      return stream
    })()
    await Promise.all(Array.from({ length: 50 }, write))
    isWriting = false
    const last = await reconnecting
    await soon(() => expect(seen.size).toBe(200))
    await reads
    last.close()
  })
})
