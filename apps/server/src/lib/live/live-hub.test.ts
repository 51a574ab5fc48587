import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createLiveHub, type Ending } from './live-hub.ts'

let sessions = 0
const openHub = () => {
  const endings: Ending[] = []
  const hub = createLiveHub({ delivered: () => {}, ended: (ending) => endings.push(ending) })
  const open = (keys: string[], { isAdmin = false, userId = 7, sink = new PassThrough() } = {}) => {
    const user = { id: userId, sessionId: ++sessions, isAdmin, isDeveloper: false }
    return { user, ...hub.open({ user, address: '10.0.0.1', keys, sink, onEnd: () => {} }) }
  }
  return { hub, open, endings }
}

const written = (sink: PassThrough) => String(sink.read() ?? '')

test('a reader that stops reading is cut off, and the others get everything', async () => {
  const { hub, open, endings } = openHub()
  const stuck = new PassThrough({ highWaterMark: 1 })
  const good = new PassThrough()
  let received = 0
  good.on('data', (chunk: Buffer) => (received += String(chunk).split('event: hint').length - 1))
  open(['ticket:1'], { sink: stuck })
  open(['ticket:1'], { sink: good })
  for (let n = 0; n < 3_000; n++) {
    hub.hint({ key: 'ticket:1', audience: null })
    await new Promise(setImmediate)
  }
  expect(stuck.destroyed).toBe(true)
  expect(endings).toEqual(['too slow'])
  expect(hub.size()).toBe(1)
  await vi.waitFor(() => expect(received).toBe(3_000))
})

test('a hint for the staff does not reach the customer who follows the same ticket', async () => {
  const { hub, open } = openHub()
  const [customer, staff] = [new PassThrough(), new PassThrough()]
  open(['ticket:1'], { sink: customer })
  open(['ticket:1'], { sink: staff, isAdmin: true })
  hub.hint({ key: 'ticket:1', audience: 'staff' })
  await new Promise(setImmediate)
  expect(written(staff)).toContain('event: hint')
  expect(written(customer)).not.toContain('hint')
})

test('nothing is delivered while rights are reloaded; streams that kept theirs are then told to refetch', async () => {
  const { hub, open } = openHub()
  const [kept, lost] = [new PassThrough(), new PassThrough()]
  const { user } = open(['staff'], { sink: kept, isAdmin: true })
  open(['staff'], { sink: lost, isAdmin: true })
  const { promise, resolve } = Promise.withResolvers<(typeof user)[]>()
  const checking = hub.recheck(hub.streamsOf(7), () => promise)
  hub.hint({ key: 'staff', audience: null })
  await new Promise(setImmediate)
  resolve([user])
  await checking
  expect(written(kept)).toMatch(/event: open[^]*event: reset/)
  expect(written(lost)).not.toMatch(/event: (hint|reset)/)
  expect(lost.writableEnded).toBe(true)
  expect(hub.size()).toBe(1)
})

test('a stream ends if its rights cannot be read', async () => {
  const { hub, open, endings } = openHub()
  open(['staff'], { isAdmin: true })
  await hub.recheck(hub.all(), () => Promise.reject(new Error('the database is down')))
  expect(endings).toEqual(['rights changed'])
})

test('every stream gets a heartbeat within 25 seconds and is renewed after an hour', () => {
  vi.useFakeTimers()
  try {
    const { open, endings } = openHub()
    const sinks = Array.from({ length: 60 }, () => new PassThrough())
    for (const sink of sinks) open(['staff'], { sink })
    for (const sink of sinks) written(sink)
    vi.advanceTimersByTime(25_000)
    expect(sinks.every((sink) => written(sink).startsWith('retry: '))).toBe(true)
    vi.advanceTimersByTime(61 * 60_000)
    expect(endings).toEqual(Array<Ending>(60).fill('renewed'))
  } finally {
    vi.useRealTimers()
  }
})

test('pages spread their reconnects over half a minute until the process knows how many there are', () => {
  vi.useFakeTimers()
  try {
    const { open } = openHub()
    const sink = new PassThrough()
    open(['staff'], { sink })
    for (let n = 1; n < 160; n++) open(['staff'])
    expect(written(sink)).toContain('retry: 30000')
    vi.advanceTimersByTime(90_000)
    expect(written(sink)).toMatch(/retry: 2000\n\n$/)
  } finally {
    vi.useRealTimers()
  }
})

test('a stopping process ends its streams in steps within five seconds and admits no more', async () => {
  vi.useFakeTimers()
  try {
    const { hub, open, endings } = openHub()
    for (let n = 0; n < 500; n++) open(['staff'])
    const draining = hub.drain()
    expect(hub.isDraining()).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(endings.length).toBeGreaterThan(50)
    expect(endings.length).toBeLessThan(200)
    await vi.advanceTimersByTimeAsync(5_000)
    await draining
    expect(hub.size()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
