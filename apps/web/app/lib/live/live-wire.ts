import type { LiveSignal } from '@slipstream/contract/live'
import { LIVE_POLL_MS, LIVE_SAFETY_POLL_MS, type LiveTopic, MOST_LIVE_TOPICS } from '@slipstream/contract/live-topics'
import { type ConnectionParts, createConnection } from './live-connection.ts'

/** Tabs that have been hidden for this long need no connection. */
const ASLEEP_AFTER_MS = 5 * 60_000
/** Components mount and unmount together, so their topics are collected before the connection changes. */
const SETTLE_MS = 50
const NAME = 'slipstream-live'

/** The messages between the tabs of a browser. */
type Said =
  | { kind: 'wants'; tab: string; topics: readonly string[] }
  | { kind: 'who wants what' }
  | { kind: 'changed'; topics: readonly string[] | null; withinMs: number }
  | { kind: 'signal'; signal: LiveSignal }
  | { kind: 'live'; isLive: boolean }

export interface WireParts {
  connect: ConnectionParts['connect']
  /** Undefined in browsers without the API and on pages without HTTPS. The pages then poll. */
  locks: Pick<LockManager, 'request'> | undefined
  name?: string
}

type OnChange = () => void
type OnSignal = (signal: LiveSignal) => void

/**
 * One connection for all tabs of a browser, because over HTTP/1.1 a browser opens only six per server. The tab that
 * holds the lock leads: it keeps the connection and forwards its events. When it closes, the browser gives the lock to
 * the next tab.
 */
export const createLiveWire = ({ connect, locks, name = NAME }: WireParts) => {
  const tab = crypto.randomUUID()
  const channel = new BroadcastChannel(name)
  const followers = new Map<string, Set<OnChange>>()
  const listeners = new Map<string, Set<OnSignal>>()
  const wants = new Map<string, readonly string[]>()
  let isLive = false
  let isAsleep = false
  let isLeading = false
  let queued: AbortController | null = null
  let resign = () => {}
  let settling: ReturnType<typeof setTimeout> | undefined

  const say = (said: Said) => {
    channel.postMessage(said)
    hear(said)
  }

  const connection = createConnection({
    connect,
    onChanged: (topics, withinMs) => say({ kind: 'changed', topics, withinMs }),
    onSignal: (data) => say({ kind: 'signal', signal: JSON.parse(data) as LiveSignal }),
    onLive: (is) => say({ kind: 'live', isLive: is }),
  })

  const tellWants = () => say({ kind: 'wants', tab, topics: isAsleep ? [] : [...followers.keys()] })
  const settle = () => {
    clearTimeout(settling)
    settling = setTimeout(() => {
      tellWants()
      join()
    }, SETTLE_MS)
  }

  const changed = (topics: readonly string[]) => {
    for (const topic of topics) for (const onChange of followers.get(topic) ?? []) onChange()
  }
  const changedAll = () => changed([...followers.keys()])

  const lead = () => {
    const union = [...new Set([...wants.values()].flat())]
    connection.want(union.slice(-MOST_LIVE_TOPICS))
  }

  const hear = (said: Said) => {
    switch (said.kind) {
      case 'wants':
        wants.set(said.tab, said.topics)
        if (!isLeading) return
        lead()
        return channel.postMessage({ kind: 'live', isLive } satisfies Said)
      case 'who wants what':
        return tellWants()
      case 'changed':
        return void setTimeout(() => changed(said.topics ?? [...followers.keys()]), Math.random() * said.withinMs)
      case 'signal':
        for (const onSignal of listeners.get(said.signal.topic) ?? []) onSignal(said.signal)
        return
      case 'live':
        isLive = said.isLive
    }
  }

  /** Queues for the lock until this tab goes to sleep. */
  const join = () => {
    if (!locks || queued || isAsleep || followers.size === 0) return
    const { signal } = (queued = new AbortController())
    locks
      .request(name, { signal }, async () => {
        isLeading = true
        wants.clear()
        say({ kind: 'who wants what' })
        await new Promise<void>((resolve) => (resign = resolve))
        isLeading = false
        connection.want([])
      })
      .catch(() => {})
      .finally(() => (queued = null))
  }

  const leave = () => {
    isAsleep = true
    tellWants()
    // A waiting tab gives up, and the leading tab releases the lock.
    queued?.abort()
    resign()
  }

  const awake = () => {
    if (isAsleep) {
      isAsleep = false
      settle()
    }
    if (isLeading) connection.wake()
  }

  channel.onmessage = ({ data }: MessageEvent<Said>) => hear(data)

  return {
    /** Calls back whenever the topic may have changed. Returns a function that stops it. */
    follow: (topic: LiveTopic, onChange: OnChange) => {
      const stop = addTo(followers, topic, onChange)
      settle()
      return () => {
        stop()
        settle()
      }
    },
    onSignal: (topic: LiveTopic, listener: OnSignal) => addTo(listeners, topic, listener),
    isLive: () => isLive,
    changedAll,
    awake,
    leave,
  }
}
export type LiveWire = ReturnType<typeof createLiveWire>

/** Lets the wire sleep while the page is hidden. A visible page also polls: rarely with a connection, often without. */
export const keepWithPage = (wire: LiveWire, onSignInChange: (listener: () => void) => unknown) => {
  let asleep: ReturnType<typeof setTimeout> | undefined
  let ticks = 0
  setInterval(() => {
    ticks += 1
    const isDue = !wire.isLive() || ticks % (LIVE_SAFETY_POLL_MS / LIVE_POLL_MS) === 0
    if (isDue && !document.hidden) wire.changedAll()
  }, LIVE_POLL_MS)
  const look = () => {
    clearTimeout(asleep)
    if (document.hidden) asleep = setTimeout(wire.leave, ASLEEP_AFTER_MS)
    else {
      wire.awake()
      wire.changedAll()
    }
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  window.addEventListener('online', wire.awake)
  window.addEventListener('pagehide', wire.leave)
  window.addEventListener('pageshow', wire.awake)
  onSignInChange(wire.awake)
  return wire
}

const addTo = <Value>(map: Map<string, Set<Value>>, key: string, value: Value) => {
  const values = map.get(key) ?? new Set()
  map.set(key, values.add(value))
  return () => {
    values.delete(value)
    if (values.size === 0) map.delete(key)
  }
}
