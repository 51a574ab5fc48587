import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  MutationObserver,
  QueryCache,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PageHandle } from '#lib/page-cache.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { sentMod, sentPage } from '#features/catalogue/testing/example-mods.ts'
import { pageRenderer } from '#testing/rendered-pages.ts'
import routes from './routes.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const liveTimers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

/** Every query cache created by a render, held by weak references. */
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

/** References held by promises and WeakRefs are released one turn of the event loop later. */
const liveCaches = async () => {
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  return caches.filter((cache) => cache.deref() !== undefined).length
}

/** One URL per screen. */
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
  // The last render may still be on the stack.
  expect(await liveCaches()).toBeLessThanOrEqual(2)
})

test('a page is rendered in one chunk', async () => {
  const render = await pageRenderer({ '/api/mods': sentPage([sentMod(1), sentMod(2)]) })
  const { chunks, html } = await render('/mods')
  expect(html.endsWith('</html>')).toBe(true)
  expect(chunks).toBe(1)
})

test('rendering mod cards for a signed-out visitor creates no mutation', async () => {
  const render = await pageRenderer({ '/api/mods': sentPage([sentMod(1), sentMod(2)]) })
  const mutations = vi.spyOn(MutationObserver.prototype, 'setOptions')
  const { html } = await render('/mods')
  expect(html.includes('Log in to save')).toBe(true)
  expect(mutations).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

test('the not-found page is the same for every URL of its route', async () => {
  const render = await pageRenderer()
  const [one, other] = [await render('/nowhere'), await render('/elsewhere/nowhere/either?x=1')]
  expect(one.status).toBe(404)
  expect(one.html === other.html).toBe(true)

  const [admin, below] = [await render('/admin/nowhere'), await render('/admin/nowhere/either?x=1')]
  expect(admin.status).toBe(404)
  expect(admin.html === below.html).toBe(true)
  expect(admin.html.includes('Off the map')).toBe(true)

  const withoutMods = await pageRenderer({}, { unknown: 404 })
  const [mod, another] = [await withoutMods('/mods/7'), await withoutMods('/mods/0x1')]
  expect([mod.status, another.status]).toEqual([404, 404])
  expect(mod.html === another.html).toBe(true)
  expect(mod.html.includes('Mod not found')).toBe(true)
})

test('the cached not-found page is not rendered again', async () => {
  const asked: string[] = []
  const hasMissingPage = (routeId: string) => asked.push(routeId) > 0
  const render = await pageRenderer({}, { unknown: 404, hasMissingPage })
  expect(await render('/mods/7')).toMatchObject({ status: 404, html: '' })
  expect(await render('/nowhere')).toMatchObject({ status: 404, html: '' })
  expect(asked).toEqual(['routes/mod-details', 'routes/not-found'])
})

/** Records every query parameter that is read. */
const watchFields = () => {
  const read = new Set<string>()
  for (const method of ['get', 'getAll', 'has'] as const) {
    const original = Object.getOwnPropertyDescriptor(URLSearchParams.prototype, method)?.value as (
      name: string,
    ) => never
    vi.spyOn(URLSearchParams.prototype, method).mockImplementation(function (this: URLSearchParams, name: string) {
      read.add(name)
      return original.call(this, name)
    })
  }
  return read
}
/** Used by the router itself. */
const ROUTER_FIELDS = ['index', '_routes']

test('a page reads only the query parameters that it declares', { timeout: 30_000 }, async () => {
  const render = await pageRenderer({ '/api/mods': sentPage([sentMod(1)]) })
  const read = watchFields()
  const fieldsOf = async (file: string, address: string) => {
    const { handle = {} } = (await import(/* @vite-ignore */ `./${file}`)) as { handle?: PageHandle }
    read.clear()
    await render(address)
    return { declared: [...(handle.query ?? []), ...(handle.presence ?? [])], read: [...read] }
  }
  for (const [file, address] of new Map(addressesByFile(routes))) {
    const fields = await fieldsOf(file, address)
    expect([...fields.declared, ...ROUTER_FIELDS], address).toEqual(expect.arrayContaining(fields.read))
  }
  const ofMods = await fieldsOf('routes/mods.tsx', '/mods')
  expect(ofMods.read).toEqual(expect.arrayContaining(ofMods.declared))
  vi.restoreAllMocks()
})

test('server rendering starts no timer for any query or mutation', () => {
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
