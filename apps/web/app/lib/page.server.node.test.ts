import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ApiAddress } from '@slipstream/contract/addresses'
import { settingsApi } from '@slipstream/contract/settings'
import { teamApi } from '@slipstream/contract/team'
import { PUBLIC_PAGE, UNCACHED_PAGE } from './page-cache.ts'
import { loadPage } from './page.server.ts'
import { fetchKey } from './server-context.ts'

const contextWith = (answers: Partial<Record<ApiAddress, Response>>) => {
  const context = new RouterContextProvider()
  context.set(fetchKey, async (path) => answers[path as ApiAddress] ?? new Response('', { status: 503 }))
  return context
}
const headerOf = (page: Awaited<ReturnType<typeof loadPage>>) => new Headers(page.init?.headers).get('Cache-Control')

test('a page whose requests all succeeded contains the data and is publicly cacheable', async () => {
  const page = await loadPage(
    contextWith({
      '/api/team/categories': Response.json([]),
      '/api/site/status': Response.json({ maintenanceMode: true }),
    }),
    [teamApi.categories, settingsApi.siteStatus],
  )
  expect(headerOf(page)).toBe(PUBLIC_PAGE)
  expect(page.data.queries.queries.map(({ queryKey, state }) => [queryKey, state.data])).toEqual([
    [['/api/team/categories'], []],
    [['/api/site/status'], { maintenanceMode: true }],
  ])
})

test('a page with a failed request still renders and is not cached', async () => {
  const page = await loadPage(contextWith({ '/api/team/categories': Response.json([]) }), [
    teamApi.categories,
    teamApi.members,
  ])
  expect(headerOf(page)).toBe(UNCACHED_PAGE)
  expect(page.data.queries.queries.map(({ queryKey }) => queryKey)).toEqual([['/api/team/categories']])
})
