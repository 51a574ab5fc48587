import type { Writable } from 'node:stream'
import { MINUTE_MS } from '@slipstream/contract/durations'
import type { CurrentUser } from '../current-user.ts'
import { type Audience, type Hint, topicOf, type TopicKey } from './live-topic.ts'

/** Proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 25_000
/** Each tick serves one slice of the streams, so that ten thousand heartbeats are not one burst. */
const SLICES = 25
/** After this time a page has to reconnect, which also ends the streams of expired sessions. */
const LONGEST_MS = 60 * MINUTE_MS
/** Hints are tiny: a reader that is this far behind has stopped reading. */
const MOST_BUFFERED_BYTES = 64 * 1_024
/** How many streams should reconnect per second after a restart. */
const RETURNS_PER_SECOND = 80
const LONGEST_SPREAD_MS = 30_000
/** For this long after its start, a process does not know yet how many streams will reconnect to it. */
const SETTLING_MS = MINUTE_MS
const DRAIN_MS = 5_000
const DRAIN_TICK_MS = 50

/** Why a stream ended. */
export type Ending = 'left' | 'too slow' | 'rights changed' | 'renewed' | 'server stops'

/** The part of a response that the hub needs. */
type Sink = Pick<Writable, 'write' | 'end' | 'destroy' | 'writableLength'>

export interface LiveStream {
  user: CurrentUser
  /** The bucket of the client's IP address. */
  address: string
  keys: readonly TopicKey[]
  sink: Sink
  onEnd: (ending: Ending) => void
}

interface OpenStream extends LiveStream {
  slice: Set<OpenStream>
  openedAt: number
  /** Nothing is delivered while this is above zero: the person's rights are being reloaded. */
  holds: number
  hasMissed: boolean
}

export interface LiveCounts {
  delivered: () => void
  ended: (ending: Ending) => void
}

/**
 * The open streams of this process. They carry only hints to refetch something, so several hints about one topic are as
 * good as one. When a hint may have been missed, `reset` tells the page to refetch everything.
 */
export const createLiveHub = (counts: LiveCounts) => {
  const byKey = new Map<TopicKey, Set<OpenStream>>()
  const byPerson = new Map<number, Set<OpenStream>>()
  const byAddress = new Map<string, Set<OpenStream>>()
  const slices = Array.from({ length: SLICES }, () => new Set<OpenStream>())
  const pending = new Map<string, Hint>()
  let size = 0
  let opened = 0
  let beats = 0
  let isDraining = false
  const startedAt = Date.now()

  const all = () => slices.flatMap((slice) => [...slice])

  /** The time over which this many pages should spread requests that they would all send at once. */
  const spreadMs = () => Math.min(LONGEST_SPREAD_MS, Math.round((size / RETURNS_PER_SECOND) * 1_000))

  /** The same for their reconnects when this process ends. */
  const returnMs = () => (Date.now() - startedAt < SETTLING_MS ? LONGEST_SPREAD_MS : spreadMs())

  const forget = (stream: OpenStream, ending: Ending) => {
    if (!stream.slice.delete(stream)) return false
    size -= 1
    removeFrom(byPerson, stream.user.id, stream)
    removeFrom(byAddress, stream.address, stream)
    for (const key of stream.keys) removeFrom(byKey, key, stream)
    counts.ended(ending)
    stream.onEnd(ending)
    return true
  }

  const end = (stream: OpenStream, ending: Ending) => {
    if (forget(stream, ending)) stream.sink.end()
  }

  const write = (stream: OpenStream, frame: Buffer) => {
    if (stream.sink.writableLength <= MOST_BUFFERED_BYTES) return void stream.sink.write(frame)
    // Never `end`: it would wait until the buffer has been read.
    if (forget(stream, 'too slow')) stream.sink.destroy()
  }

  const deliver = (stream: OpenStream, frame: Buffer) => {
    if (stream.holds > 0) return void (stream.hasMissed = true)
    counts.delivered()
    write(stream, frame)
  }

  const flush = () => {
    const hints = [...pending.values()]
    pending.clear()
    for (const { key, audience } of hints) {
      const frame = frameOf('hint', { topic: topicOf(key) })
      for (const stream of byKey.get(key) ?? []) if (isFor(audience, stream.user)) deliver(stream, frame)
    }
  }

  const beat = () => {
    const frame = Buffer.from(`retry: ${returnMs()}\n\n`)
    const now = Date.now()
    for (const stream of slices[beats++ % SLICES] ?? []) {
      if (now - stream.openedAt > LONGEST_MS) end(stream, 'renewed')
      else write(stream, frame)
    }
  }
  const timer = setInterval(beat, HEARTBEAT_MS / SLICES)
  timer.unref()

  return {
    size: () => size,
    isDraining: () => isDraining,
    streamsOf: (userId: number): readonly OpenStream[] => [...(byPerson.get(userId) ?? [])],
    countAt: (address: string) => byAddress.get(address)?.size ?? 0,
    all,

    /** The first line tells the page how long to wait at most before it reconnects. */
    open: (stream: LiveStream) => {
      const slice = slices[opened++ % SLICES] as Set<OpenStream>
      const added: OpenStream = { ...stream, slice, openedAt: Date.now(), holds: 0, hasMissed: false }
      slice.add(added)
      size += 1
      addTo(byPerson, stream.user.id, added)
      addTo(byAddress, stream.address, added)
      for (const key of stream.keys) addTo(byKey, key, added)
      write(added, Buffer.from(`retry: ${returnMs()}\n`))
      write(added, frameOf('open', { topics: stream.keys.map(topicOf) }))
      return { close: () => void forget(added, 'left') }
    },

    /** Hints that arrive together are written together, so that a broadcast under load does not fall behind. */
    hint: (hint: Hint) => {
      if (pending.size === 0) setImmediate(flush)
      pending.set(`${hint.key} ${hint.audience}`, hint)
    },

    /** A transient signal, such as that somebody is typing. */
    signal: (key: TopicKey, frameFor: (user: CurrentUser) => Buffer | null) => {
      for (const stream of byKey.get(key) ?? []) {
        const frame = frameFor(stream.user)
        if (frame && stream.holds === 0) write(stream, frame)
      }
    },

    /** Hints may have been missed: every page fetches all its topics again, spread over `spreadMs`. */
    reset: () => {
      const frame = resetFrame(spreadMs())
      for (const stream of all()) deliver(stream, frame)
    },

    /** Delivers nothing until the rights have been reloaded, then ends the streams of people who lost theirs. */
    recheck: async (streams: readonly OpenStream[], readRights: () => Promise<readonly CurrentUser[]>) => {
      for (const stream of streams) stream.holds += 1
      const rights = await readRights().catch(() => [])
      const bySession = new Map(rights.map((user) => [user.sessionId, user]))
      for (const stream of streams) {
        stream.holds -= 1
        if (!hasSameRights(stream.user, bySession.get(stream.user.sessionId))) end(stream, 'rights changed')
        else if (stream.holds === 0 && stream.hasMissed) {
          stream.hasMissed = false
          write(stream, resetFrame(0))
        }
      }
    },

    /** Ends all streams in steps, so that the pages do not all reconnect at once, and admits no more. */
    drain: async () => {
      isDraining = true
      clearInterval(timer)
      const left = all()
      const farewell = Buffer.from(`retry: ${Math.max(1_000, returnMs())}\n\n`)
      const perTick = Math.ceil(left.length / (DRAIN_MS / DRAIN_TICK_MS))
      while (left.length > 0) {
        for (const stream of left.splice(-perTick)) {
          write(stream, farewell)
          end(stream, 'server stops')
        }
        await new Promise((resolve) => setTimeout(resolve, DRAIN_TICK_MS))
      }
    },
  }
}
export type LiveHub = ReturnType<typeof createLiveHub>

/** Built once and written to every reader. */
export const frameOf = (event: string, data: unknown) =>
  Buffer.from(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

const resetFrame = (withinMs: number) => frameOf('reset', { withinMs })

const isFor = (audience: Audience | null, { isAdmin }: CurrentUser) => audience === null || isAdmin

const hasSameRights = (before: CurrentUser, now: CurrentUser | undefined) =>
  now !== undefined && before.isAdmin === now.isAdmin && before.isDeveloper === now.isDeveloper

const addTo = <Key>(map: Map<Key, Set<OpenStream>>, key: Key, stream: OpenStream) => {
  const known = map.get(key)
  if (known) known.add(stream)
  else map.set(key, new Set([stream]))
}

const removeFrom = <Key>(map: Map<Key, Set<OpenStream>>, key: Key, stream: OpenStream) => {
  const known = map.get(key)
  if (known?.delete(stream) && known.size === 0) map.delete(key)
}
