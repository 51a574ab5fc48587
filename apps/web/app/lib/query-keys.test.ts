import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { AnyEndpoint } from '@slipstream/contract/endpoint'
import { isPersonal } from './personal-queries.ts'
import { ADMIN_PATHS } from './admin-query-keys.ts'
import { invalidate, PATHS } from './query-keys.ts'

test('invalidating a path reaches its queries with every parameter and query string, and no others', async () => {
  const client = new QueryClient()
  const keys = [
    ['/api/mods'],
    ['/api/mods?limit=3'],
    ['/api/mods', 'below', 1],
    ['/api/mods/1'],
    ['/api/mods/1/reviews'],
  ]
  for (const key of keys) client.setQueryData(key, [])
  const stale = () => keys.filter((key) => client.getQueryState(key)?.isInvalidated).map((key) => key.join(' '))

  await invalidate(client, PATHS.mods)
  expect(stale()).toEqual(['/api/mods', '/api/mods?limit=3', '/api/mods below 1'])
  await invalidate(client, PATHS.modReviews)
  expect(stale()).toContain('/api/mods/1/reviews')
  expect(stale()).not.toContain('/api/mods/1')
})

test('a query is personal unless it is known to be the same for every visitor', () => {
  expect(isPersonal({ queryKey: ['/api/mods/1?x=y'] })).toBe(false)
  expect(isPersonal({ queryKey: [PATHS.cart] })).toBe(true)
  expect(isPersonal({ queryKey: ['/api/something/new'] })).toBe(true)
})

test('the queries that are the same for every visitor are exactly those of the public endpoints', () => {
  const modules = import.meta.glob<Record<string, object>>(
    ['../../../../packages/contract/src/*.ts', '!../../../../packages/contract/src/*.test.ts'],
    { eager: true },
  )
  const endpoints = Object.values(modules)
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, api]) => (name.endsWith('Api') ? (Object.values(api) as AnyEndpoint[]) : []))
  // A mailed link is read with POST, so that its secret is in no log.
  const isRead = ({ method, path }: AnyEndpoint) =>
    method === 'GET' || path.startsWith('/api/contact/ticket') || path === PATHS.invitation
  const isOpen = (path: string) =>
    endpoints.some((endpoint) => endpoint.path === path && isRead(endpoint) && endpoint.access === 'public')
  // The sign-in check must still run after logout.
  const paths = [...Object.values(PATHS), ...Object.values(ADMIN_PATHS)]
  const open = paths.filter((path) => isOpen(path) || path === PATHS.user)
  expect(open).toContain(PATHS.mods)
  expect(paths.filter((path) => !isPersonal({ queryKey: [path] }))).toEqual(open)
})
