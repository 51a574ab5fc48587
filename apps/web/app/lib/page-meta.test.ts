import type { MetaDescriptor } from 'react-router'
import { expect, test } from 'vitest'
import { cents } from '@slipstream/contract/money'
import { pageMeta, type PageWords, type Site } from './page-meta.ts'

const site = {
  origin: 'https://store.example',
  storeName: 'Slipstream',
  blurb: 'Vehicle mods.',
  title: 'Slipstream: premium vehicle mods',
  description: 'Vehicle mods.',
  isListed: true,
  verification: [],
  logo: 'https://store.example/icon.svg',
  sharePicture: 'https://store.example/share.jpg',
  accentStyle: '',
}

const metaOf = (address: string, words: PageWords = {}, settings: Partial<Site> = {}) => {
  const { pathname, search } = new URL(address, site.origin)
  const loaderData = { site: { ...site, ...settings } }
  return pageMeta({ matches: [{ id: 'root', loaderData }], location: { pathname, search } }, words)
}

/** The content of a meta tag, or the URL of a link. */
const said = (tags: MetaDescriptor[], name: string) => {
  const tag = tags.find((each) => [Reflect.get(each, 'property'), Reflect.get(each, 'name')].includes(name))
  return tag && (Reflect.get(tag, 'content') as string)
}
const canonical = (tags: MetaDescriptor[]) => {
  const link = tags.find((each) => Reflect.get(each, 'rel') === 'canonical')
  return link && (Reflect.get(link, 'href') as string)
}

test('a page has one canonical URL, with and without a trailing slash', () => {
  expect(canonical(metaOf('/about/'))).toBe('https://store.example/about')
  expect(canonical(metaOf('/'))).toBe('https://store.example/')
})

test.each([
  ['/mods', '/mods'],
  ['/mods?category=sports', '/mods?category=sports'],
  ['/mods?category=', '/mods'],
  ['/mods?sort=newest', '/mods'],
  ['/mods?maxPrice=20&category=off-road&sort=rating&after=abc', '/mods?category=off-road'],
  ['/mods?category=a%26b&utm_source=chat', '/mods?category=a%26b'],
  ['/mods?category=sports&category=rally', '/mods?category=sports'],
])('the list at %s has the canonical URL %s', (address, found) => {
  const tags = metaOf(address, { ownQuery: ['category'] })
  expect(canonical(tags)).toBe(site.origin + found)
  expect(said(tags, 'og:url')).toBe(site.origin + found)
  expect(said(tags, 'robots')).toBeUndefined()
})

test('search results are noindex, follow', () => {
  const tags = metaOf('/mods?q=drift', { ownQuery: ['category'], isSearch: true })
  expect(said(tags, 'robots')).toBe('noindex, follow')
  expect(canonical(tags)).toBeUndefined()
})

test('a page can be marked as noindex', () => {
  const tags = metaOf('/login', { title: 'Login', isHidden: true })
  expect(said(tags, 'robots')).toBe('noindex')
  expect(canonical(tags)).toBeUndefined()
})

test('a mod is shared with its own picture, description and price', () => {
  const tags = metaOf('/mods/4', {
    title: 'Kestrel R4 Rally',
    description: 'A rally car.',
    shareImage: 'https://cdn.example/share/4.jpg',
    price: cents(1_250),
  })
  const expected = {
    'og:type': 'product',
    'og:title': 'Kestrel R4 Rally | Slipstream',
    'og:description': 'A rally car.',
    'og:image': 'https://cdn.example/share/4.jpg',
    'product:price:amount': '12.50',
    'product:price:currency': 'USD',
    'twitter:card': 'summary_large_image',
    'twitter:title': 'Kestrel R4 Rally | Slipstream',
    'twitter:description': 'A rally car.',
    'twitter:image': 'https://cdn.example/share/4.jpg',
  }
  for (const [name, content] of Object.entries(expected)) expect(said(tags, name), name).toBe(content)
})

test.each([undefined, null])('a page without a picture (%s) is shared with the store’s picture', (shareImage) => {
  const tags = metaOf('/mods/4', shareImage === undefined ? {} : { shareImage })
  for (const name of ['og:image', 'twitter:image']) expect(said(tags, name)).toBe('https://store.example/share.jpg')
  expect(said(tags, 'og:type')).toBe('website')
  expect(said(tags, 'product:price:amount')).toBeUndefined()
})

test('every page links to the feed', () => {
  expect(metaOf('/about')).toContainEqual({
    tagName: 'link',
    rel: 'alternate',
    type: 'application/rss+xml',
    title: 'Slipstream',
    href: '/feed.xml',
  })
})

test('a page without root data still has a title', () => {
  expect(
    pageMeta({ matches: [undefined], location: { pathname: '/mods', search: '' } }, { title: 'All mods' }),
  ).toEqual([{ title: 'All mods' }])
})

test('only the home page has the store’s own title and its verification codes', () => {
  const verification = [{ name: 'google-site-verification', content: 'abc-123' }]
  const settings = { title: 'Loud cars for BeamNG', description: 'Twelve cars.', verification }
  const tags = metaOf('/', {}, settings)
  expect(tags).toContainEqual({ title: 'Loud cars for BeamNG' })
  for (const name of ['description', 'og:description']) expect(said(tags, name)).toBe('Twelve cars.')
  expect(said(tags, 'google-site-verification')).toBe('abc-123')
  const about = metaOf('/about', { title: 'About' }, settings)
  expect(about).toContainEqual({ title: 'About | Slipstream' })
  expect(said(about, 'google-site-verification')).toBeUndefined()
})

test('a store that is not listed is noindex on every page', () => {
  for (const words of [{}, { title: 'About' }, { title: 'Drift', isSearch: true }]) {
    const tags = metaOf('/', words, { isListed: false })
    expect(said(tags, 'robots')).toBe('noindex')
    expect(canonical(tags)).toBeUndefined()
  }
})
