// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { endpoint } from '@slipstream/contract/endpoint'
import * as z from 'zod/mini'
import { addressOf, apiQuery, callApi } from './api.ts'

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
afterEach(() => vi.unstubAllGlobals())

test('an address is the path with its parameters and query filled in, safely', () => {
  expect(addressOf(modApi, { params: { id: 'a/b' }, query: { with: 'x&y' } })).toBe('/api/mods/a%2Fb?with=x%26y')
  expect(addressOf(modApi, { params: { id: '1' }, query: {} })).toBe('/api/mods/1')
})

test('an answer that breaks the contract is refused', async () => {
  serve({ title: 7 })
  await expect(callApi(modApi, { params: { id: '1' }, query: {} })).rejects.toThrow()
  serve({ title: 'Bolide', extra: true })
  expect(await callApi(modApi, { params: { id: '1' }, query: {} })).toEqual({ title: 'Bolide' })
})

test('a query filled by the server is not asked for again, and its contract not loaded', async () => {
  serve({ title: 'from the network' })
  const load = vi.fn(async () => modApi)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const query = apiQuery('/api/mods/1', load, { params: { id: '1' }, query: {} })
  client.setQueryData(['/api/mods/1'], { title: 'from the server' })

  expect(await client.fetchQuery(query)).toEqual({ title: 'from the server' })
  expect(load).not.toHaveBeenCalled()
  expect(fetch).not.toHaveBeenCalled()
})

test('a query under a wrong address does not go unnoticed', async () => {
  serve({ title: 'Bolide' })
  const query = apiQuery('/api/mods/2', async () => modApi, { params: { id: '1' }, query: {} })
  await expect(new QueryClient().fetchQuery({ ...query, retry: false })).rejects.toThrow('not the address')
})
