import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('work runs a few at a time in order of arrival, and is refused when the queue is full', async () => {
  const inTurn = createTurns({ atOnce: 2, mostWaiting: 2 })
  const ends: (() => void)[] = []
  const work = () => inTurn(() => new Promise<void>((resolve) => void ends.push(resolve)))
  const accepted = [work(), work(), work(), work()]
  expect(ends).toHaveLength(2)
  await expect(work()).rejects.toMatchObject({ code: 'server.busy' })
  ends[0]?.()
  await expect.poll(() => ends.length).toBe(3)
  ends[1]?.()
  await expect.poll(() => ends.length).toBe(4)
  for (const end of ends) end()
  await Promise.all(accepted)
})

test('a failed task frees its slot for the next one', async () => {
  const inTurn = createTurns({ atOnce: 1, mostWaiting: 1 })
  const failing = inTurn(() => Promise.reject(new Error('broken')))
  const next = inTurn(() => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
