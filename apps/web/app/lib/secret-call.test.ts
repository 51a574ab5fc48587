import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { SECRET_CALL } from './secret-call.ts'

const leaveWhile = (mutationFn: (password: string) => Promise<unknown>) => {
  vi.useFakeTimers()
  const client = new QueryClient()
  const observer = new MutationObserver(client, { mutationFn, ...SECRET_CALL })
  const leave = observer.subscribe(() => {})
  void observer.mutate('correct horse')
  leave()
  return client.getMutationCache()
}

test('a pending secret call sets at most one timer per second after its page was left', async () => {
  leaveWhile(() => new Promise(() => {}))
  const timers = vi.spyOn(globalThis, 'setTimeout')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(timers.mock.calls.length).toBeLessThanOrEqual(10)
})

test('the input of a secret call is forgotten a second after the response', async () => {
  const cache = leaveWhile(async () => 'welcome')
  await vi.advanceTimersByTimeAsync(1_001)
  expect(cache.getAll()).toEqual([])
})
