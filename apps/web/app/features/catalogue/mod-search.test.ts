import { expect, test } from 'vitest'
import { EVERYTHING, listAddress, type ModSearch, readCursor, readSearch } from './mod-search.ts'

const read = (query: string) => readSearch(new URLSearchParams(query))

const SHARED: [string, Partial<ModSearch>][] = [
  ['', {}],
  ['?category=sports', { category: 'sports' }],
  ['?q=senko+d-spec', { q: 'senko d-spec' }],
  ['?q=a%26b%3Dc', { q: 'a&b=c' }],
  ['?drivetrain=AWD,RWD', { drivetrain: ['AWD', 'RWD'] }],
  ['?tags=drift,turbo&body=Coupe', { tags: ['drift', 'turbo'], body: ['Coupe'] }],
  ['?power=fierce,wild', { power: ['fierce', 'wild'] }],
  ['?minPrice=0&maxPrice=15', { minPrice: 0, maxPrice: 15 }],
  ['?premium=true&sale=true&sort=price-asc', { premium: true, sale: true, sort: 'price-asc' }],
  ['?q=kestrel&sort=popular', { q: 'kestrel', sort: 'popular' }],
]

test.each(SHARED)('[ROUTE-02] the URL query "%s" parses to a search and back', (query, values) => {
  expect(read(query)).toEqual({ ...EVERYTHING, ...values })
  expect(listAddress(read(query))).toBe(`/mods${query}`)
})

test.each([
  ['an unknown order', 'sort=cheapest'],
  ['the default order', 'sort=popular'],
  ['an unknown drivetrain', 'drivetrain=9WD'],
  ['an unknown power range', 'power=endless'],
  ['a price that is not a number', 'minPrice=cheap&maxPrice=-3'],
  ['a price with cents', 'maxPrice=12.50'],
  ['a price above all prices', 'maxPrice=999999'],
  ['an invalid flag', 'premium=yes&sale=1'],
  ['an empty form', 'q=&category=&tags=&minPrice=&sort='],
  ['spaces', 'q=%20%20'],
  ['a value that is too long', `category=${'x'.repeat(61)}&tags=${'x'.repeat(61)}`],
  ['an unknown parameter', 'color=red'],
])('%s in the URL is ignored', (_, query) => {
  expect(read(query)).toEqual(EVERYTHING)
  expect(listAddress(read(query))).toBe('/mods')
})

test('a minimum price above the maximum is swapped', () => {
  expect(read('minPrice=20&maxPrice=5')).toMatchObject({ minPrice: 5, maxPrice: 20 })
})

test('repeated form fields mean the same as a comma-separated list', () => {
  expect(read('tags=turbo&tags=drift&tags=turbo')).toEqual(read('tags=drift,turbo'))
})

test('a long search text is cut to the maximum length', () => {
  expect(read(`q=${'x'.repeat(200)}`).q).toHaveLength(80)
})

test('each page of the list has its own URL', () => {
  const address = listAddress({ ...EVERYTHING, category: 'sports' }, 'abc=')
  expect(address).toBe('/mods?category=sports&after=abc%3D')
  const params = new URL(address, 'https://store.example').searchParams
  expect([readCursor(params), readSearch(params).category]).toEqual(['abc=', 'sports'])
})
