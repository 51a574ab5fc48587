import { expect, test } from 'vitest'
import type { ModDetails } from '@slipstream/contract/mods'
import { cents } from '@slipstream/contract/money'
import type { Review } from '@slipstream/contract/reviews'
import { modListWords, modWords } from './mod-words.ts'
import { listData, modData } from './structured-data.ts'

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

const picture = (name: string) => ({
  src: `https://cdn.example/pictures/${name}.webp`,
  stem: `https://cdn.example/pictures/${name}`,
  widths: [],
  width: 1_600,
  height: 1_000,
  alt: '',
  label: '',
  placeholder: '',
})

const mod: ModDetails = {
  id: 4,
  title: 'Kestrel R4 Rally',
  description: 'A rally car.',
  category: 'rally',
  categoryName: 'Rally',
  price: cents(1_250),
  discountPrice: null,
  saleEndsAt: null,
  previewImageUrl: null,
  picture: null,
  engine: null,
  powerKw: null,
  drivetrain: null,
  rating: 4.6,
  ratingCount: 12,
  includedWithPremium: false,
  publishedAt: '2026-03-01T10:00:00.000Z',
  version: null,
  releasedAt: null,
  make: 'Kestrel',
  about: [],
  story: [],
  tags: [],
  pictures: [picture('front'), picture('rear')].map((each) => ({ ...each, kind: 'studio', caption: null })),
  videoUrl: null,
  trailer: null,
  requirements: [],
  configurations: [],
  releases: [],
  gameVersions: [],
  compatibility: [],
  histogram: [0, 0, 0, 4, 8],
  shareImageUrl: 'https://cdn.example/share/4.jpg',
}

const review = (id: number): Review => ({
  id,
  author: `driver_${id}`,
  rating: 5,
  title: 'Good',
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
})

const productOf = (changes: Partial<ModDetails> = {}, reviews: Review[] = []) =>
  modData(site, { ...mod, ...changes }, reviews)[0] as Record<string, never>

test('structured data offers a mod at its current price', () => {
  expect(productOf().offers).toMatchObject({
    url: 'https://store.example/mods/4',
    price: '12.50',
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
  })
  expect(productOf().offers).not.toHaveProperty('priceValidUntil')

  const saleEndsAt = '2026-06-01T00:00:00.000Z'
  const onSale = { discountPrice: cents(900), saleEndsAt }
  expect(productOf(onSale).offers).toMatchObject({ price: '9.00', priceValidUntil: saleEndsAt })
  expect(productOf({ ...onSale, saleEndsAt: null }).offers).not.toHaveProperty('priceValidUntil')
})

test('structured data has ratings only for rated mods', () => {
  expect(productOf().aggregateRating).toMatchObject({ ratingValue: 4.6, reviewCount: 12, bestRating: 5 })
  const unrated = productOf({ rating: null, ratingCount: 0 })
  expect(unrated).not.toHaveProperty('aggregateRating')
  expect(unrated).not.toHaveProperty('review')
})

test('structured data has the first five reviews with their authors', () => {
  const { review: told } = productOf(
    {},
    [1, 2, 3, 4, 5, 6].map((id) => review(id)),
  ) as unknown as { review: object[] }
  expect(told).toHaveLength(5)
  expect(told[0]).toMatchObject({
    author: { '@type': 'Person', name: 'driver_1' },
    reviewRating: { ratingValue: 5 },
    reviewBody: 'Drives well.',
  })
})

test('structured data has all pictures, or the store’s picture as a fallback', () => {
  expect(productOf().image).toEqual([picture('front').src, picture('rear').src])
  expect(productOf({ pictures: [] }).image).toEqual(['https://store.example/share.jpg'])
})

test('the breadcrumb of a mod contains its category', () => {
  const [, way] = modData(site, mod, [])
  expect(way).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://store.example/' },
      { position: 2, name: 'Mods', item: 'https://store.example/mods' },
      { position: 3, name: 'Rally', item: 'https://store.example/mods?category=rally' },
      { position: 4, name: 'Kestrel R4 Rally', item: 'https://store.example/mods/4' },
    ],
  })
})

test('an empty list has no structured data', () => {
  expect(listData(site, null, [])).toEqual([])
})

test('a mod page has the mod’s title, current price, share picture and reviews', () => {
  const words = modWords(site, { ...mod, discountPrice: cents(900) }, [review(1)])
  expect(words).toMatchObject({ title: 'Kestrel R4 Rally', price: 900, shareImage: mod.shareImageUrl })
  expect(words.structuredData?.[0]).toMatchObject({ review: [{ author: { name: 'driver_1' } }] })
  expect(modWords(site, undefined, [])).toMatchObject({ isHidden: true })
})

test('the list page names its category in the title, and its mods in the structured data', () => {
  const category = { id: 1, slug: 'rally', name: 'Rally', description: 'Gravel and snow.', count: 1 }
  const page = { items: [mod], next: null, total: { count: 1, orMore: false } }
  const words = modListWords(site, category, page, new URLSearchParams('?category=rally'))
  expect(words).toMatchObject({ title: 'Rally mods', description: 'Gravel and snow.', isSearch: false })
  expect(words.structuredData).toMatchObject([
    { '@type': 'BreadcrumbList', itemListElement: [{}, {}, { item: 'https://store.example/mods?category=rally' }] },
    { '@type': 'ItemList', itemListElement: [{ position: 1, url: 'https://store.example/mods/4' }] },
  ])

  const found = modListWords(site, null, page, new URLSearchParams('?q=kestrel'))
  expect(found).toMatchObject({ title: 'All mods', isSearch: true })
  const bare = modListWords(site, { ...category, description: '' }, page, new URLSearchParams())
  expect(bare.description).toMatch(/Every vehicle/)
})
