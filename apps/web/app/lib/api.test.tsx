import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { endpoint } from '@slipstream/contract/endpoint'
import * as z from 'zod/mini'
import { pretendStore } from '#testing/pretend-store.tsx'
import { addressOf, apiQuery, callApi } from './api.ts'
import { Link } from './link.ts'
import { invalidate } from './query-keys.ts'
import { request } from './request.ts'

const modApi = endpoint({
  method: 'GET',
  path: '/api/mods/:id',
  summary: 'A mod',
  access: 'public',
  params: z.object({ id: z.string() }),
  query: z.object({ with: z.optional(z.string()) }),
  response: z.object({ title: z.string() }),
})

const serve = (body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json(body)),
  )

test('a request URL fills in path parameters and query with escaping', () => {
  expect(addressOf(modApi, { params: { id: 'a/b' }, query: { with: 'x&y' } })).toBe('/api/mods/a%2Fb?with=x%26y')
  expect(addressOf(modApi, { params: { id: '1' }, query: {} })).toBe('/api/mods/1')
})

test('a response that breaks the contract is rejected', async () => {
  serve({ title: 7 })
  await expect(callApi(modApi, { params: { id: '1' }, query: {} })).rejects.toThrow()
  serve({ title: 'Bolide', extra: true })
  expect(await callApi(modApi, { params: { id: '1' }, query: {} })).toEqual({ title: 'Bolide' })
})

test('a query filled by the server is not refetched, and its contract is not loaded', async () => {
  serve({ title: 'from the network' })
  const load = vi.fn(async () => modApi)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const query = apiQuery('/api/mods/:id', load, { params: { id: '1' }, query: {} })
  client.setQueryData(['/api/mods/1'], { title: 'from the server' })

  expect(await client.fetchQuery(query)).toEqual({ title: 'from the server' })
  expect(load).not.toHaveBeenCalled()
  expect(fetch).not.toHaveBeenCalled()
})

test('a wrong API path or page address does not compile', () => {
  const input = { params: { id: '1' }, query: {} }
  const addresses = () => [
    // @ts-expect-error: this is the path of another endpoint
    apiQuery('/api/mods', async () => modApi, input),
    // @ts-expect-error: no endpoint has this path
    apiQuery('/api/mod/:id', async () => modApi, input),
    // @ts-expect-error: mod ids are numbers
    request('/api/mods/first'),
    // @ts-expect-error: no endpoint has this path, although it begins like one
    request('/api/cart/everything'),
    request('/api/mods/1/reviews?sort=newest'),
    // @ts-expect-error: no page has this address
    <Link to="/mod/1">A mod</Link>,
    // @ts-expect-error: mod ids are numbers
    <Link to="/mods/first">A mod</Link>,
    <Link to="/mods/1#reviews">A mod</Link>,
    // @ts-expect-error: the cart cannot be patched
    pretendStore({ 'PATCH /api/cart': () => [] }),
    // @ts-expect-error: no query has this path
    invalidate(new QueryClient(), '/api/carts'),
  ]
  expect(addresses).toBeTypeOf('function')
})
