import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that ends when told to, by name. */
const openWork = (...limits: Parameters<typeof createTurns>) => {
  const inTurn = createTurns(...limits)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string, call?: Parameters<typeof inTurn>[1]) =>
    inTurn(
      () =>
        new Promise<void>((resolve) => {
          begun.push(name)
          ends.set(name, resolve)
        }),
      call,
    )
  return { work, begun, end: (name: string) => ends.get(name)?.() }
}

test('work runs a few at a time in order of arrival, and is refused when the queue is full', async () => {
  const { work, begun, end } = openWork({ atOnce: 2, mostWaiting: 2 })
  const accepted = ['a', 'b', 'c', 'd'].map((name) => work(name))
  expect(begun).toEqual(['a', 'b'])
  await expect(work('e')).rejects.toMatchObject({ code: 'server.busy' })
  end('a')
  await expect.poll(() => begun.length).toBe(3)
  end('b')
  await expect.poll(() => begun.length).toBe(4)
  for (const name of begun) end(name)
  await Promise.all(accepted)
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('expensive work counts as arrived later, so cheap work goes first and a full queue refuses the expensive one', async () => {
  const { work, begun, end } = openWork({ atOnce: 1, mostWaiting: 2 })
  const first = work('first')
  const expensive = work('expensive', { laterMs: 60_000 })
  const cheap = work('cheap')
  const alsoCheap = work('also cheap')
  await expect(expensive).rejects.toMatchObject({ code: 'server.busy' })
  for (const name of ['first', 'cheap', 'also cheap']) {
    await expect.poll(() => begun.at(-1)).toBe(name)
    end(name)
  }
  await Promise.all([first, cheap, alsoCheap])
})

test('one person’s share is refused to that person only, and given back', async () => {
  const { work, begun, end } = openWork({ atOnce: 1, mostWaiting: 9, mostEach: 2 })
  const accepted = [work('a1', { of: 1 }), work('a2', { of: 1 }), work('b1', { of: 2 })]
  await expect(work('a3', { of: 1 })).rejects.toMatchObject({ code: 'request.too_many' })
  for (const name of ['a1', 'a2', 'b1']) {
    await expect.poll(() => begun.at(-1)).toBe(name)
    end(name)
  }
  await Promise.all(accepted)
  const again = work('a4', { of: 1 })
  end('a4')
  await again
})

test('a failed task frees its slot for the next one', async () => {
  const inTurn = createTurns({ atOnce: 1, mostWaiting: 1 })
  const failing = inTurn(() => Promise.reject(new Error('broken')))
  const next = inTurn(() => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
