import { afterEach, expect, test, vi } from 'vitest'
import { createLiveWire, type LiveWire } from './live-wire.ts'

/** Fake streams of the store, and the topics that the tabs asked for. */
const pretendStreams = () => {
  const streams: { topics: readonly string[]; send: (text: string) => void; isOpen: () => boolean; end: () => void }[] =
    []
  const answers: (() => Response)[] = []
  const connect = async (topics: readonly string[], signal: AbortSignal) => {
    const refusal = answers.shift()?.()
    if (refusal) return refusal
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    let isOpen = true
    const stop = () => {
      isOpen = false
      void writer.abort().catch(() => {})
    }
    signal.addEventListener('abort', stop)
    const send = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => {})
    streams.push({ topics, send, isOpen: () => isOpen, end: stop })
    send(`retry: 0\nevent: open\ndata: {"topics":${JSON.stringify(topics)}}\n\n`)
    return new Response(readable, { status: 200 })
  }
  return { streams, answers, connect, open: () => streams.filter(({ isOpen }) => isOpen()) }
}

const opened: LiveWire[] = []
let names = 0
const openTabs = (count: number, connect: ReturnType<typeof pretendStreams>['connect']) => {
  const name = `test-live-${process.pid}-${names++}`
  const tabs = Array.from({ length: count }, () => createLiveWire({ connect, locks: navigator.locks, name }))
  opened.push(...tabs)
  return tabs
}
afterEach(() => {
  for (const wire of opened.splice(0)) wire.leave()
})

const hint = (topic: string) => `event: hint\ndata: ${JSON.stringify({ topic })}\n\n`
const until = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 5 })

test('twelve tabs of one browser share one connection, and each tab gets the hints of its own topics', async () => {
  const store = pretendStreams()
  const heard = Array.from({ length: 12 }, () => vi.fn())
  const tabs = openTabs(12, store.connect)
  tabs.forEach((tab, n) => tab.follow(n === 0 ? 'me' : 'staff', heard[n] as () => void))
  await until(() => {
    expect(store.open()).toHaveLength(1)
    expect([...(store.open()[0]?.topics ?? [])].sort()).toEqual(['me', 'staff'])
    expect(tabs.every((tab) => tab.isLive())).toBe(true)
  })
  await until(() => expect(heard.every(({ mock }) => mock.calls.length > 0)).toBe(true))
  for (const each of heard) each.mockClear()

  store.open()[0]?.send(hint('staff'))
  await until(() => expect(heard.map(({ mock }) => mock.calls.length)).toEqual([0, ...Array<number>(11).fill(1)]))
})

test('when the leading tab closes, another one connects within three seconds', async () => {
  const store = pretendStreams()
  const tabs = openTabs(3, store.connect)
  const heard = tabs.map((tab) => {
    const onChange = vi.fn()
    tab.follow('me', onChange)
    return onChange
  })
  await until(() => expect(tabs.every((tab) => tab.isLive())).toBe(true))
  for (const each of heard) each.mockClear()
  const began = Date.now()
  // The browser decides which tab leads, so all but one leave.
  tabs[0]?.leave()
  tabs[1]?.leave()
  await until(() => {
    expect(store.open()).toHaveLength(1)
    expect(tabs[2]?.isLive()).toBe(true)
  })
  expect(Date.now() - began).toBeLessThan(3_000)
})

test('a broken connection is replaced, and the followed topics count as changed', async () => {
  const store = pretendStreams()
  const [tab] = openTabs(1, store.connect)
  const onChange = vi.fn()
  tab?.follow('me', onChange)
  await until(() => expect(onChange).toHaveBeenCalledTimes(1))
  store.streams[0]?.end()
  await until(() => expect(store.streams).toHaveLength(2))
  await until(() => expect(onChange).toHaveBeenCalledTimes(2))
})

test('a new topic counts as changed once, and the topics already followed do not', async () => {
  const store = pretendStreams()
  const [tab] = openTabs(1, store.connect)
  const [first, second] = [vi.fn(), vi.fn()]
  tab?.follow('me', first)
  await until(() => expect(first).toHaveBeenCalledTimes(1))
  tab?.follow('staff', second)
  await until(() => expect(second).toHaveBeenCalledTimes(1))
  expect(first).toHaveBeenCalledTimes(1)
  await until(() => expect(store.open().map(({ topics }) => topics)).toEqual([['me', 'staff']]))
})

test('after a 401 the browser does not reconnect until it is woken, as by a sign-in', async () => {
  const store = pretendStreams()
  store.answers.push(() => new Response(null, { status: 401 }))
  const [tab] = openTabs(1, store.connect)
  tab?.follow('me', () => {})
  await until(() => expect(store.answers).toEqual([]))
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(store.streams).toHaveLength(0)
  tab?.awake()
  await until(() => expect(tab?.isLive()).toBe(true))
})

test('a rejected connection is retried, and a reset counts as a change of every topic without a reconnect', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.01)
  const store = pretendStreams()
  store.answers.push(
    () => new Response(null, { status: 503 }),
    () => new Response(null, { status: 429 }),
  )
  const [tab] = openTabs(1, store.connect)
  const onChange = vi.fn()
  tab?.follow('me', onChange)
  await until(() => expect(onChange).toHaveBeenCalledTimes(1))
  store.streams[0]?.send('event: reset\ndata: {"withinMs":0}\n\n')
  await until(() => expect(onChange).toHaveBeenCalledTimes(2))
  expect(store.streams).toHaveLength(1)
  vi.restoreAllMocks()
})
