import { expect, test } from 'vitest'
import type { ApiPathname } from '@slipstream/contract/addresses'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { exampleConfiguration, exampleMod, examplePicture } from '#features/catalogue/details/testing/example-mod.ts'
import { sentCategories, sentFacets, sentMod, sentPage } from '#features/catalogue/testing/example-mods.ts'
import { pageRenderer } from '#testing/rendered-pages.ts'

const STORE = { ...DEFAULT_SETTINGS, givesDiscordRole: false }
const CACHEABLE = 'public, s-maxage=60, stale-while-revalidate=300'
/** The largest picture of the page starts to load before anything else. */
const PRELOAD = /<link rel="preload"[^>]*as="image"[^>]*fetchPriority="high"/i

const sentReview = {
  id: 31,
  author: 'driver_31',
  rating: 5,
  title: 'Worth it',
  body: 'Drives well.',
  createdAt: '2026-04-01T10:00:00.000Z',
  isVerified: true,
  editedAt: null,
  isGiven: false,
  isRefunded: false,
  version: null,
  gameVersion: null,
  pictures: [],
  isReplyOlder: false,
  helpfulCount: 0,
  reply: null,
}
const sentRelease = {
  id: 5,
  modId: 1,
  title: 'Harlan Test 1',
  picture: null,
  version: '1.1.0',
  publishedAt: '2026-05-01T10:00:00.000Z',
  changes: ['New doors.'],
}
const sentMember = { id: 3, categoryId: 1, name: 'Maren Kessel', role: 'Modeler', bio: 'Doors.', avatarUrl: null }

const ANSWERS = {
  '/api/site/store': STORE,
  '/api/mods': sentPage([
    sentMod(1, { picture: examplePicture('Front') }),
    sentMod(2, { price: 18.99, includedWithPremium: true }),
  ]),
  '/api/mods/facets': sentFacets,
  '/api/categories': sentCategories,
  '/api/releases': [sentRelease],
  '/api/reviews/featured': [{ ...sentReview, modId: 1, modTitle: 'Harlan Test 1' }],
  '/api/team/members': [sentMember],
  '/api/mods/2': {
    ...exampleMod({
      rating: 5,
      ratingCount: 1,
      pictures: [examplePicture('Front')],
      configurations: [exampleConfiguration(1)],
    }),
    price: 17.99,
  },
  '/api/mods/2/related': [],
  '/api/mods/2/reviews': { items: [sentReview], next: null, histogram: [0, 0, 0, 0, 1] },
} as unknown as Partial<Record<ApiPathname, unknown>>

const served = async (path: string, answers = ANSWERS) => {
  const render = await pageRenderer(answers)
  const { status, headers, html } = await render(path)
  return { status, headers, text: html.replaceAll('<!-- -->', '') }
}

test('[ROUTE-01] [UI-02] the HTML of the home page has its texts, a mod for sale and more mods', async () => {
  const { status, headers, text } = await served('/')
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe(CACHEABLE)
  expect(text).toContain('<title>Slipstream: premium vehicle mods</title>')
  expect(text).toMatch(/<meta name="description" content="[^"]{40,}"/)
  for (const card of ['og:title', 'og:description', 'og:url', 'og:image', 'og:site_name', 'og:type']) {
    expect(text).toMatch(new RegExp(`<meta property="${card}" content="[^"]+"`))
  }
  expect(text).toMatch(/<h1[^>]*>Harlan Test 1<\/h1>/)
  expect(text).toContain('>View the mod')
  expect(text).toContain('$12.50')
  for (const part of ['Popular right now', 'What drivers say', 'Fresh from the workshop', 'See the plans']) {
    expect(text).toContain(part)
  }
  expect(text).toContain('Maren Kessel')
  expect(text).toContain('href="/mods?category=sports"')
  expect(text).toMatch(PRELOAD)
})

test('[ROUTE-02] [UI-02] the HTML of a category names it and has its mods with their prices', async () => {
  const { status, text } = await served('/mods?category=sports')
  expect(status).toBe(200)
  expect(text).toContain('<title>Sports mods | Slipstream</title>')
  expect(text).toMatch(/<h1[^>]*>Sports mods<\/h1>/)
  expect(text).toContain('$18.99')
  expect(text.match(/<article/g)).toHaveLength(2)
})

test('[ROUTE-01] [UI-02] the HTML of a mod page has its name, price, specifications and reviews', async () => {
  const { status, headers, text } = await served('/mods/2')
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe(CACHEABLE)
  expect(text).toContain('<title>Tsukiro Senko D-Spec | Slipstream</title>')
  expect(text).toMatch(/<h1[^>]*>Tsukiro Senko D-Spec<\/h1>/)
  expect(text).toContain('$17.99')
  expect(text).toMatch(/>300<\/span> <span[^>]*>kW</)
  expect(text).toMatch(/<article[^>]*aria-labelledby="review-31"/)
  expect(text).toMatch(PRELOAD)
})

test('invalid filters are no error, and a removed category or an outdated page leads to the list that is left', async () => {
  const odd = '/mods?sort=cheapest&minPrice=many&power=endless&premium=perhaps&drivetrain=9WD&color=red'
  expect((await served(odd)).status).toBe(200)

  const goneCategory = await served('/mods?category=nothing&sale=true')
  expect([goneCategory.status, goneCategory.headers.get('location')]).toEqual([302, '/mods?sale=true'])
  const goneCursor = await served('/mods?after=nowhere', { ...ANSWERS, '/api/mods': undefined })
  expect([goneCursor.status, goneCursor.headers.get('location')]).toEqual([302, '/mods'])
})

test('a shared comparison is not indexed, and one of unknown mods leads to the list', async () => {
  const comparison = (mods: unknown[]) => ({ ...ANSWERS, '/api/mods/compare': { gameVersions: [], mods } })
  const compared = {
    ...sentMod(1),
    base: exampleConfiguration(1),
    configurationCount: 1,
    sizeBytes: 1_000,
    states: [],
  }
  const { text } = await served('/mods?compare=1,999999,many', comparison([compared]))
  for (const part of ['Harlan Test 1', 'Compare mods', 'name="robots" content="noindex']) expect(text).toContain(part)
  const unknown = await served('/mods?compare=999999', comparison([]))
  expect([unknown.status, unknown.headers.get('location')]).toEqual([302, '/mods'])
})

test.each(['/nowhere', '/mods/1/nothing', '/mods/0', '/mods/abc', '/mods/1.5', '/mods/01'])(
  '[ROUTE-05] %s answers 404 with the not-found page, which searches the mods without scripts',
  async (path) => {
    const { status, text } = await served(path)
    expect(status).toBe(404)
    expect(text).toMatch(/<h1[^>]*>Off the map<\/h1>/)
    expect(text).toContain('Page not found')
    expect(text).toContain('aria-label="Main"')
    const form = /<form role="search"[^>]* action="\/mods"[^>]*>.*?<\/form>/s.exec(text)?.[0] ?? ''
    expect(form).toMatch(/<input[^>]*name="q"/)
    expect(form).toMatch(/<button[^>]*type="submit"/)
  },
)

test('[ROUTE-05] a mod that the store does not have answers 404 with the not-found page', async () => {
  const render = await pageRenderer({}, { unknown: 404 })
  for (const path of ['/mods/999999', '/mods/99999999999999999999']) {
    const { status, html } = await render(path)
    expect([path, status, html.includes('Off the map')]).toEqual([path, 404, true])
  }
})
