import { expect, test } from 'vitest'
import { createRenderQueue, type Lane, QueueFullError, WAITING } from './render-queue.ts'

const scene = () => {
  const queue = createRenderQueue()
  const begun: string[] = []
  const finish: (() => void)[] = []
  const enter = (lane: Lane, name: string) =>
    queue.run(lane, () => {
      begun.push(name)
      return new Promise<string>((resolve) => finish.push(() => resolve(name)))
    })
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  return { queue, begun, enter, turn, finishNext: () => finish.shift()?.() }
}

test('two pages render at a time, and those in the common lane go before the others', async () => {
  const { begun, enter, turn, finishNext } = scene()
  const all = [enter('passing', 'a'), enter('passing', 'b'), enter('passing', 'c'), enter('common', 'd')]
  await turn()
  expect(begun).toEqual(['a', 'b'])
  finishNext()
  await turn()
  expect(begun).toEqual(['a', 'b', 'd'])
  while (begun.length < 4) {
    finishNext()
    await turn()
  }
  finishNext()
  finishNext()
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test.each(['common', 'passing'] as const)(
  'the lane for %s pages rejects renders when it is full and accepts them again once it drains',
  async (lane) => {
    const { enter, turn, finishNext, begun } = scene()
    const places = 2 + WAITING[lane]
    const accepted = Array.from({ length: places }, (_, n) => enter(lane, `page ${n}`))
    await expect(enter(lane, 'one too many')).rejects.toBeInstanceOf(QueueFullError)
    while (begun.length < places) {
      finishNext()
      await turn()
    }
    finishNext()
    finishNext()
    await Promise.all(accepted)
    const later = enter(lane, 'later')
    await turn()
    finishNext()
    expect(await later).toBe('later')
  },
)

test('a failed render gives its slot to the next', async () => {
  const { queue } = scene()
  const failing = () => Promise.reject(new Error('no template'))
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => queue.run('common', failing)))
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  expect(await queue.run('common', async () => 'fine')).toBe('fine')
})
