import { afterEach, expect, test, vi } from 'vitest'
import { watchLateness } from './lateness.ts'

afterEach(() => vi.useRealTimers())

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
