import { useCallback, useEffect, useRef, useState } from 'react'
import type { LiveSignal, LiveSignalKind } from '@slipstream/contract/live'
import type { LiveTopic } from '@slipstream/contract/live-topics'
import { request } from '../request.ts'
import { liveWire } from './open-wire.ts'

const SAY_TYPING_EVERY_MS = 3_000
const TYPING_FOR_MS = 6_000
const SAY_HERE_EVERY_MS = 25_000
const HERE_FOR_MS = 60_000
/** Spreads the replies to a newcomer, so that they do not all arrive at once. */
const GREET_WITHIN_MS = 500

interface Seen {
  signal: LiveSignal
  until: number
}

const send = (topic: LiveTopic, kind: LiveSignalKind) =>
  // Signals are best effort, so a failed one is lost.
  void request('/api/live/signals', { method: 'POST', body: { topic, kind }, throws: false, keepalive: true }).catch(
    () => {},
  )

/**
 * The others who are typing. Staff see their names; a customer sees only that it is the staff. Call `sayTyping` on
 * every key.
 */
export const useTyping = (topic: LiveTopic | null) => {
  const { seen, forget } = useSeen(topic, 'typing', TYPING_FOR_MS)
  const saidAt = useRef(0)
  const sayTyping = useCallback(() => {
    if (topic === null || Date.now() - saidAt.current < SAY_TYPING_EVERY_MS) return
    saidAt.current = Date.now()
    send(topic, 'typing')
  }, [topic])
  /** `hasArrived`: this person sent their message, so they are no longer typing. */
  return { typing: seen, sayTyping, hasArrived: forget }
}

/** Which other staff members have this topic open. For staff pages only: customers get no such signals. */
export const usePresence = (topic: LiveTopic | null) => {
  const greet = useCallback(() => {
    if (topic === null) return
    setTimeout(() => send(topic, 'here'), Math.random() * GREET_WITHIN_MS)
  }, [topic])
  const { seen } = useSeen(topic, 'here', HERE_FOR_MS, greet)
  useEffect(() => {
    if (topic === null) return undefined
    const say = () => {
      if (!document.hidden) send(topic, 'here')
    }
    const leave = () => send(topic, 'left')
    say()
    const timer = setInterval(say, SAY_HERE_EVERY_MS)
    document.addEventListener('visibilitychange', say)
    window.addEventListener('pagehide', leave)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', say)
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [topic])
  return seen.flatMap(({ userId }) => userId ?? [])
}

/** The latest signal of each person, for `forMs`. `onNew` is called for a person who was not there yet. */
const useSeen = (topic: LiveTopic | null, kind: LiveSignalKind, forMs: number, onNew?: () => void) => {
  const [seen, setSeen] = useState<readonly Seen[]>([])
  const known = useRef(new Set<string>())
  useEffect(() => {
    known.current = new Set(seen.map(({ signal }) => nameOf(signal)))
    const next = Math.min(...seen.map(({ until }) => until))
    if (next === Number.POSITIVE_INFINITY) return undefined
    const timer = setTimeout(
      () => setSeen((before) => before.filter(({ until }) => until > Date.now())),
      Math.max(0, next - Date.now()) + 50,
    )
    return () => clearTimeout(timer)
  }, [seen])
  const forget = useCallback(
    (name: string) => setSeen((before) => before.filter(({ signal }) => nameOf(signal) !== name)),
    [],
  )
  useEffect(() => {
    if (topic === null) return undefined
    const hear = (signal: LiveSignal) => {
      const name = nameOf(signal)
      if (signal.kind === 'left') return forget(name)
      if (signal.kind !== kind) return
      if (!known.current.has(name)) onNew?.()
      setSeen((before) => [
        ...before.filter((each) => nameOf(each.signal) !== name),
        { signal, until: Date.now() + forMs },
      ])
    }
    const stopping = liveWire().then((wire) => wire.onSignal(topic, hear))
    return () => {
      setSeen([])
      void stopping.then((stop) => stop())
    }
  }, [topic, kind, forMs, forget, onNew])
  return {
    seen: seen.map(({ signal }) => signal),
    forget: useCallback((userId: number) => forget(`${userId}`), [forget]),
  }
}

const nameOf = ({ userId, isStaff }: LiveSignal) => `${userId ?? (isStaff ? 'staff' : 'customer')}`
