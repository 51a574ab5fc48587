import { afterEach, expect, test, vi } from 'vitest'
import { openLateness, watchLateness } from './lateness.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a process with event-loop lag counts as overloaded and stays so for a second', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let now = 0
  const lateness = watchLateness(() => now)
  const turn = (lateBy: number) => {
    now += 20 + lateBy
    vi.advanceTimersByTime(20)
  }
  turn(0)
  turn(40)
  expect(lateness.isLate()).toBe(false)
  turn(100)
  expect(lateness.isLate()).toBe(true)
  now += 999
  expect(lateness.isLate()).toBe(true)
  now += 1
  expect(lateness.isLate()).toBe(false)
  lateness.close()
  turn(5_000)
  expect(lateness.isLate()).toBe(false)
})

test.each([
  ['production', true],
  ['development', false],
  ['test', false],
])('after a blocked event loop, %s sheds load: %s', (nodeEnv, isLate) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const lateness = openLateness(nodeEnv)
  // The clock moves on without the timer, as in a blocked loop.
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 500)
  vi.advanceTimersToNextTimer()
  expect(lateness.isLate()).toBe(isLate)
  lateness.close()
})
