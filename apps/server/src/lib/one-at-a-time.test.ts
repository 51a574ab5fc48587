import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

const setUp = () => {
  const ends: (() => void)[] = []
  const work = oneAtATime(() => new Promise((resolve) => void ends.push(resolve)))
  return { work, ends }
}

test('a call joins a run in progress', async () => {
  const { work, ends } = setUp()
  const both = Promise.all([work.run(), work.run()])
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await both
  void work.run()
  expect(ends).toHaveLength(2)
})

test('runLast waits for the run in progress and then runs once more', async () => {
  const { work, ends } = setUp()
  const first = work.run()
  const last = work.runLast()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await first
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  await last
})

test('runLast runs even if the run in progress fails', async () => {
  let calls = 0
  const work = oneAtATime(() => {
    calls += 1
    return calls === 1 ? Promise.reject(new Error('no connection')) : Promise.resolve()
  })
  const first = work.run()
  await Promise.all([expect(first).rejects.toThrow('no connection'), work.runLast()])
  expect(calls).toBe(2)
})
