import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, inTransaction } from '@slipstream/db/client'
import { announceHint } from '#lib/live/live-topic.ts'
import type { Reading } from './fill-people.ts'
import type { startMeasuredServer } from './measured-server.ts'
import { openReader } from './stream-reader.ts'

const PER_PERSON = 10
const OPENED_TOGETHER = 50
const IDLE_MS = 30_000
const BUSY_MS = 20_000
const MESSAGES_PER_SECOND = 100

interface Parts {
  url: string
  db: Database['db']
  people: readonly Reading[]
  server: Awaited<ReturnType<typeof startMeasuredServer>>
}

const percentile = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
const summary = (times: readonly number[]) => {
  const sorted = times.toSorted((one, other) => one - other)
  const shown = (share: number) => Math.round(percentile(sorted, share) * 10) / 10
  return { deliveries: times.length, p50: shown(0.5), p99: shown(0.99), most: shown(0.9999) }
}

/** Opens this many streams, ten per person, and measures one after the other what they cost and how fast they are. */
export const measureStreams = async ({ url, db, people, server }: Parts, count: number) => {
  const before = await server.usage()
  const sentAt = new Map<string, number>()
  const times: Record<'me' | 'staff', number[]> = { me: [], staff: [] }
  const connects: number[] = []
  let open = 0

  const readers = [] as ReturnType<typeof openReader>[]
  for (let n = 0; n < count; n++) {
    const person = people[Math.floor(n / PER_PERSON)] as Reading
    const reader = openReader({
      url,
      token: person.token,
      address: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
      topics: 'me,staff',
      onConnect: () => connects.push(performance.now()),
      onEvent: (event, topic) => {
        if (event === 'open') open += 1
        if (event !== 'hint' || (topic !== 'me' && topic !== 'staff')) return
        const sent = sentAt.get(topic === 'me' ? `me ${person.id}` : topic)
        if (sent !== undefined) times[topic].push(performance.now() - sent)
      },
    })
    readers.push(reader)
    while (readers.length - open >= OPENED_TOGETHER) await sleep(2)
  }
  while (open < count) await sleep(10)
  await sleep(2_000)
  const opened = await server.usage()

  await sleep(IDLE_MS)
  const idle = await server.usage()

  const send = async (name: 'me' | 'staff', person?: Reading) => {
    sentAt.set(person ? `me ${person.id}` : name, performance.now())
    await inTransaction(db, (tx) => announceHint(tx, name, person?.id))
  }
  const readersOf = people.slice(0, count / PER_PERSON)
  const groupsBegan = performance.now()
  for (let n = 0; performance.now() - groupsBegan < BUSY_MS; n++) {
    void send('me', readersOf[n % readersOf.length])
    await sleep(Math.max(0, groupsBegan + ((n + 1) * 1_000) / MESSAGES_PER_SECOND - performance.now()))
  }
  await sleep(1_000)
  const groups = await server.usage()
  for (let n = 0; n < BUSY_MS / 1_000; n++) {
    await send('staff')
    await sleep(1_000)
  }
  await sleep(1_000)
  const all = await server.usage()

  return {
    figures: {
      streams: count,
      'KB per stream': Math.round(((opened.rss - before.rss) / count / 1_024) * 10) / 10,
      'RSS in MB': Math.round(opened.rss / 1_048_576),
      'idle, % of a core': share(opened, idle, IDLE_MS),
      '100/s to 10: ms': summary(times.me),
      '100/s to 10, % of a core': share(idle, groups, BUSY_MS + 1_000),
      '1/s to all: ms': summary(times.staff),
      '1/s to all, % of a core': share(groups, all, BUSY_MS + 1_000),
    },
    /** Restarts the server under all these streams and reports how they reconnect. */
    restart: async (signal: 'SIGTERM' | 'SIGKILL') => {
      connects.length = 0
      open = 0
      const began = performance.now()
      await server.restart(signal)
      const backMs = performance.now() - began
      while (open < count) await sleep(50)
      return {
        streams: count,
        signal,
        'server back after ms': Math.round(backMs),
        'all streams back after ms': Math.round(performance.now() - began),
        'most connects in one second': mostPerSecond(connects),
      }
    },
    close: async () => {
      for (const reader of readers) reader.close()
      await sleep(1_000)
    },
  }
}

const share = (from: { cpuMicroseconds: number }, to: { cpuMicroseconds: number }, ms: number) =>
  Math.round((to.cpuMicroseconds - from.cpuMicroseconds) / ms) / 10

const mostPerSecond = (times: readonly number[]) => {
  const sorted = times.toSorted((one, other) => one - other)
  let first = 0
  let most = 0
  for (const [last, time] of sorted.entries()) {
    while ((sorted[first] ?? time) <= time - 1_000) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}
