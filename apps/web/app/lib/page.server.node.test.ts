import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ApiAddress } from '@slipstream/contract/addresses'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { settingsApi } from '@slipstream/contract/settings'
import { teamApi } from '@slipstream/contract/team'
import { PUBLIC_PAGE, UNCACHED_PAGE } from './page-cache.ts'
import { loadPage, siteOf } from './page.server.ts'
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

const siteWith = (settings: Partial<typeof DEFAULT_SETTINGS>) =>
  siteOf(new Request('https://store.example/'), { ...DEFAULT_SETTINGS, givesDiscordRole: false, ...settings })

test('search texts, verification codes, pictures and the accent come from the settings', () => {
  const site = siteWith({
    searchTitle: 'Loud cars',
    searchDescription: 'Twelve cars.',
    googleVerification: 'abc-123',
    bingVerification: 'DEF456',
    accentLight: '#0b5cad',
    logo: 'https://assets.example/brand/a.png',
    sharePicture: 'https://assets.example/brand/b.jpg',
  })
  expect(site).toMatchObject({
    title: 'Loud cars',
    description: 'Twelve cars.',
    logo: 'https://assets.example/brand/a.png',
    sharePicture: 'https://assets.example/brand/b.jpg',
  })
  expect(site.verification).toEqual([
    { name: 'google-site-verification', content: 'abc-123' },
    { name: 'msvalidate.01', content: 'DEF456' },
  ])
  expect(site.accentStyle).toMatch(/^:root\{--primary:#0b5cad;/)
})

test('without these settings the search texts come from the store’s name and blurb, and the rest has defaults', () => {
  expect(siteWith({ blurb: 'Vehicle mods.' })).toMatchObject({
    title: 'Slipstream: premium vehicle mods',
    description: 'Vehicle mods.',
    verification: [],
    logo: 'https://store.example/icon.svg',
    sharePicture: 'https://store.example/share.jpg',
    accentStyle: '',
  })
})
