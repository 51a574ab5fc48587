import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { QueryCache, QueryClientProvider, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import { sentMod, sentPage } from '#features/mods/testing/example-mods.ts'
import { pageRenderer } from '#testing/rendered-pages.ts'
import routes from './routes.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const liveTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

/** Every query cache that a render fills, watched without keeping it alive. */
const caches: WeakRef<QueryCache>[] = []
const watched = new WeakSet<QueryCache>()
const add = Object.getOwnPropertyDescriptor(QueryCache.prototype, 'add')?.value as QueryCache['add']
beforeAll(() => {
  QueryCache.prototype.add = function (query) {
    if (!watched.has(this)) caches.push(new WeakRef(this))
    watched.add(this)
    add.call(this, query)
  }
})
afterAll(() => {
  QueryCache.prototype.add = add
})

/** References held by promises and weak references are released a turn of the event loop later. */
const liveCaches = async () => {
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  return caches.filter((cache) => cache.deref() !== undefined).length
}

/** One address of every screen. */
const addressesByFile = (entries: readonly RouteConfigEntry[]): [file: string, address: string][] =>
  entries.flatMap(({ file, path = '', children }) =>
    children
      ? addressesByFile(children)
      : [[file, `/${path.replaceAll(/:\w+/g, '7').replace('*', 'nowhere')}`] satisfies [string, string]],
  )

test('rendering any page leaves no timer and no query client behind', { timeout: 30_000 }, async () => {
  const render = await pageRenderer({ '/api/mods': sentPage([sentMod(1), sentMod(2)], { next: 'below' }) })
  const addresses = [...new Map(addressesByFile(routes)).values()]
  expect(addresses.length).toBeGreaterThan(20)
  expect((await render('/mods')).html.includes('Harlan Test 2')).toBe(true)

  const timersBefore = liveTimers()
  for (const address of addresses) expect((await render(address)).status, address).toBeLessThan(500)
  for (let visit = 0; visit < 10; visit++) await render(`/mods?q=${visit}`)

  expect(caches.length).toBeGreaterThan(addresses.length)
  expect(liveTimers()).toBe(timersBefore)
  // The last render may still be on the stack of the event loop.
  expect(await liveCaches()).toBeLessThanOrEqual(2)
})

test('however long a query or mutation may be kept, rendering it on the server arms no timer', () => {
  const Kept = () => {
    const load = () => 'loaded'
    useQuery({ queryKey: ['a'], queryFn: load, gcTime: 1_800_000, staleTime: 1_000, refetchInterval: 1_000 })
    useInfiniteQuery({
      queryKey: ['b'],
      queryFn: load,
      gcTime: 5_000,
      initialPageParam: 0,
      getNextPageParam: () => undefined,
    })
    useMutation({ mutationFn: async () => {}, gcTime: 5_000 })
    return null
  }
  const timersBefore = liveTimers()
  renderToString(
    <QueryClientProvider client={createQueryClient()}>
      <Kept />
    </QueryClientProvider>,
  )
  expect(liveTimers()).toBe(timersBefore)
})
