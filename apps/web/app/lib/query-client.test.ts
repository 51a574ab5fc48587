import { QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient, loadByKey } from './query-client.ts'

let asked: string[] = []
let status = 200
beforeEach(() => {
  asked = []
  status = 200
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url}`)
    return Response.json({ name: 'Slipstream' }, { status })
  })
})

test('[CALL-08] the default loader GETs the path in the key and parses JSON', async () => {
  const data = await createQueryClient().fetchQuery({ queryKey: ['/api/site/store'] })
  expect(asked).toEqual(['GET /api/site/store'])
  expect(data).toEqual({ name: 'Slipstream' })
})

test('[CALL-08] the loader can return null on 401; other errors are thrown', async () => {
  const client = createQueryClient()
  const load = (key: string) => client.fetchQuery({ queryKey: [key], queryFn: loadByKey({ on401: 'null' }) })
  status = 401
  expect(await load('/a')).toBeNull()
  await expect(client.fetchQuery({ queryKey: ['/b'] })).rejects.toThrow('401')
  status = 500
  await expect(load('/c')).rejects.toThrow('500')
})

test('[CALL-08] a query is not retried', async () => {
  status = 500
  await expect(createQueryClient().fetchQuery({ queryKey: ['/api/x'] })).rejects.toThrow()
  expect(asked).toHaveLength(1)
})

test('[CALL-08] a query never polls, never goes stale and is not refetched on focus', async () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  client.mount()
  const observer = new QueryObserver(client, { queryKey: ['/api/x'] })
  const stop = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(3_600_000)
  window.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toHaveLength(1)
  expect(observer.getCurrentResult().isStale).toBe(false)
  stop()
  client.unmount()
})

test('[CALL-08] a mutation is not retried', async () => {
  const client = createQueryClient()
  let tries = 0
  const mutation = client.getMutationCache().build(client, {
    mutationFn: () => {
      tries++
      return Promise.reject(new Error('no'))
    },
  })
  await expect(mutation.execute(undefined)).rejects.toThrow('no')
  expect(tries).toBe(1)
})
