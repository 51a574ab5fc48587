import type { Page } from '@playwright/test'
import { expect, store, test } from './store.ts'

const html = async (path: string) => {
  const response = await fetch(store.url() + path)
  expect(response.status, path).toBe(200)
  return response.text()
}

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").replaceAll('&quot;', '"')

/** The content of a meta tag, or the URL of a link. */
const said = (text: string, name: string) => {
  const tag =
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text) ??
    new RegExp(`<link rel="${name}"[^>]* href="([^"]*)"`).exec(text)
  return tag?.[1] === undefined ? undefined : decoded(tag[1])
}

interface Thing {
  '@type': string
  [field: string]: unknown
}

const thingsIn = (text: string): Thing[] =>
  [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json = '']) => JSON.parse(json) as Thing,
  )
const thingOf = (things: Thing[], type: string) => {
  const thing = things.find((each) => each['@type'] === type)
  if (!thing) throw new Error(`the page has no structured data of type ${type}`)
  return thing
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isAddress = (value: unknown) => typeof value === 'string' && /^https?:\/\/\S+$/.test(value)
const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isAddresses = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isAddress)
const isWithin = (low: number, high: number) => (value: unknown) => Number(value) >= low && Number(value) <= high
const isOneOf =
  (...values: unknown[]) =>
  (value: unknown) =>
    values.includes(value)
const isThing = (type: string) => (value: unknown) => (value as Thing | undefined)?.['@type'] === type
const areThings = (type: string) => (value: unknown) => Array.isArray(value) && value.every(isThing(type))

/** The schema.org fields that search engines require, and those they use if present. */
const RULES: Record<string, { needs: Record<string, (value: unknown) => boolean>; uses?: Rules }> = {
  Product: {
    needs: { name: isText, image: isAddresses, offers: isThing('Offer') },
    uses: {
      description: isText,
      sku: isText,
      category: isText,
      brand: isThing('Brand'),
      aggregateRating: isThing('AggregateRating'),
      review: areThings('Review'),
    },
  },
  Offer: {
    needs: {
      price: (value) => typeof value === 'string' && /^\d+\.\d\d$/.test(value),
      priceCurrency: isOneOf('USD'),
      availability: isOneOf('https://schema.org/InStock'),
      url: isAddress,
    },
    uses: {
      itemCondition: isOneOf('https://schema.org/NewCondition'),
      priceValidUntil: isTime,
      seller: isThing('Organization'),
    },
  },
  Brand: { needs: { name: isText } },
  AggregateRating: {
    needs: { ratingValue: isWithin(1, 5), reviewCount: isWithin(1, 1e6) },
    uses: { bestRating: isOneOf(5), worstRating: isOneOf(1) },
  },
  Review: {
    needs: { author: isThing('Person'), reviewRating: isThing('Rating') },
    uses: { datePublished: isTime, name: isText, reviewBody: isText },
  },
  Person: { needs: { name: isText } },
  Rating: { needs: { ratingValue: isWithin(1, 5) }, uses: { bestRating: isOneOf(5), worstRating: isOneOf(1) } },
  BreadcrumbList: { needs: { itemListElement: areThings('ListItem') } },
  ItemList: { needs: { itemListElement: areThings('ListItem') } },
  ListItem: { needs: { position: isWithin(1, 100), name: isText }, uses: { item: isAddress, url: isAddress } },
  Organization: { needs: { name: isText }, uses: { url: isAddress, logo: isAddress, description: isText } },
  WebSite: {
    needs: { name: isText, url: isAddress },
    uses: { potentialAction: isThing('SearchAction'), publisher: (value) => typeof value === 'object' },
  },
  SearchAction: {
    needs: { target: isThing('EntryPoint'), 'query-input': isOneOf('required name=search_term_string') },
  },
  EntryPoint: { needs: { urlTemplate: (value) => isAddress(value) && String(value).includes('{search_term_string}') } },
}
type Rules = Record<string, (value: unknown) => boolean>

/** The errors of a node and everything in it. */
const faultsOf = (thing: Thing, place: string): string[] => {
  const rule = RULES[thing['@type']]
  if (!rule) return [`${place} is of an unknown type ${thing['@type']}`]
  const missing = Object.keys(rule.needs).filter((field) => thing[field] === undefined)
  const fields = Object.entries(thing).filter(([field]) => !field.startsWith('@'))
  return [
    ...missing.map((field) => `${place} has no ${field}`),
    ...fields.flatMap(([field, value]) => {
      const isRight = rule.needs[field] ?? rule.uses?.[field]
      if (!isRight) return [`${place} has an unknown ${field}`]
      return isRight(value) ? faultsIn(value, `${place}.${field}`) : [`${place} has a wrong ${field}`]
    }),
  ]
}
const faultsIn = (value: unknown, place: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((each, number) => faultsIn(each, `${place}[${number}]`))
  return typeof value === 'object' && value !== null && '@type' in value ? faultsOf(value as Thing, place) : []
}
const expectValid = (things: Thing[]) => {
  for (const thing of things) expect(thing['@context']).toBe('https://schema.org')
  expect(things.flatMap((thing) => faultsOf(thing, thing['@type']))).toEqual([])
}

test('the home page has structured data for the store and its search', async () => {
  const text = await html('/')
  expect(said(text, 'canonical')).toBe(`${store.url()}/`)
  const things = thingsIn(text)
  expectValid(things)
  expect(thingOf(things, 'Organization').url).toBe(`${store.url()}/`)
  expect(thingOf(things, 'WebSite').potentialAction).toMatchObject({
    target: { urlTemplate: `${store.url()}/mods?q={search_term_string}` },
  })
})

test('a category has one canonical URL, whatever the sort order', async () => {
  for (const path of ['/mods?category=sports', '/mods?category=sports&sort=newest&maxPrice=50']) {
    const text = await html(path)
    expect(text).toContain('<title>Sports mods | Slipstream</title>')
    expect(text).toContain('Ardent Meridian S')
    expect(said(text, 'canonical')).toBe(`${store.url()}/mods?category=sports`)
    expect(said(text, 'og:url')).toBe(`${store.url()}/mods?category=sports`)
    const things = thingsIn(text)
    expectValid(things)
    expect(thingOf(things, 'ItemList').itemListElement).toMatchObject([{ url: `${store.url()}/mods/6` }])
    expect(thingOf(things, 'BreadcrumbList').itemListElement).toMatchObject([
      { item: `${store.url()}/` },
      { item: `${store.url()}/mods` },
      { name: 'Sports', item: `${store.url()}/mods?category=sports` },
    ])
  }
})

test('search results are noindex, follow', async () => {
  const text = await html('/mods?q=kestrel')
  expect(said(text, 'robots')).toBe('noindex, follow')
  expect(said(text, 'canonical')).toBeUndefined()
})

test('a mod page has structured data with its current price and ratings', async () => {
  const text = await html('/mods/1')
  const api = (await (await fetch(`${store.url()}/api/mods/1`)).json()) as {
    title: string
    description: string
    price: number
    discountPrice: number | null
    rating: number
    ratingCount: number
    pictures: { src: string }[]
  }
  const price = (Math.round((api.discountPrice ?? api.price) * 100) / 100).toLocaleString('en-US', {
    minimumFractionDigits: 2,
  })
  expect(decoded(text)).toContain(`<title>${api.title} | Slipstream</title>`)
  expect(said(text, 'description')).toBe(api.description)
  expect(said(text, 'canonical')).toBe(`${store.url()}/mods/1`)
  expect(said(text, 'og:type')).toBe('product')
  expect(said(text, 'product:price:amount')).toBe(price)
  expect(said(text, 'product:price:currency')).toBe('USD')
  for (const card of ['og:title', 'twitter:title']) expect(said(text, card)).toBe(`${api.title} | Slipstream`)
  for (const card of ['og:description', 'twitter:description']) expect(said(text, card)).toBe(api.description)
  expect(said(text, 'twitter:image')).toBe(said(text, 'og:image'))

  const things = thingsIn(text)
  expectValid(things)
  const product = thingOf(things, 'Product')
  expect(product).toMatchObject({
    name: api.title,
    sku: '1',
    image: api.pictures.map(({ src }) => src),
    offers: { price, url: `${store.url()}/mods/1` },
    aggregateRating: { ratingValue: api.rating, reviewCount: api.ratingCount },
  })
  expect((product.review as unknown[]).length).toBeGreaterThan(0)
  expect((product.review as unknown[]).length).toBeLessThanOrEqual(5)
  expect(thingOf(things, 'BreadcrumbList').itemListElement).toMatchObject([{}, {}, {}, { name: api.title }])
})

test('every mod page has valid structured data', async () => {
  for (let id = 1; id <= 12; id++) expectValid(thingsIn(await html(`/mods/${id}`)))
})

test('the browser does not execute structured data as a script', async ({ page, complaints }) => {
  await page.goto('/mods/1')
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(2)
  expect(complaints).toEqual([])
})

test('the share picture of a mod exists', async () => {
  const address = said(await html('/mods/1'), 'og:image') ?? ''
  const picture = await fetch(address)
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
})

/** Uses a real XML parser, which rejects malformed input; returns the text of all elements with this name. */
const textsIn = (page: Page, xml: string, name: string) =>
  page.evaluate(
    ([source = '', wanted = '']) => {
      const parsed = new DOMParser().parseFromString(source, 'application/xml')
      if (parsed.querySelector('parsererror')) throw new Error(parsed.documentElement.textContent ?? '')
      return [...parsed.getElementsByTagName(wanted)].map(({ textContent }) => textContent ?? '')
    },
    [xml, name],
  )

test('the sitemap lists every mod, and every listed URL exists', async ({ page }) => {
  const addresses = await textsIn(page, await html('/sitemap.xml'), 'loc')
  const mods = Array.from({ length: 12 }, (_, place) => `${store.url()}/mods/${place + 1}`)
  expect(addresses.filter((address) => /\/mods\/\d+$/.test(address))).toEqual(mods)
  expect(addresses).toContain(`${store.url()}/mods?category=off-road`)
  for (const address of addresses) {
    const text = await html(address.replace(store.url(), ''))
    expect(said(text, 'canonical'), address).toBe(address)
  }
  for (const address of await textsIn(page, await html('/sitemap.xml'), 'image:loc')) {
    expect((await fetch(address)).status, address).toBe(200)
  }
})

test('robots.txt names the sitemap and blocks no listed page', async ({ page }) => {
  const robots = await html('/robots.txt')
  expect(robots).toContain(`Sitemap: ${store.url()}/sitemap.xml`)
  const closed = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => store.url() + path)
  for (const address of await textsIn(page, await html('/sitemap.xml'), 'loc')) {
    expect(
      closed.filter((start) => address.startsWith(start)),
      address,
    ).toEqual([])
  }
})

test('the feed lists the newest releases, and pages link to the feed', async ({ page }) => {
  const address = said(await html('/'), 'alternate') ?? ''
  expect(address).toBe('/feed.xml')
  const response = await fetch(store.url() + address)
  expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const feed = await response.text()
  const dates = (await textsIn(page, feed, 'pubDate')).map((text) => Date.parse(text))
  expect(dates.length).toBeGreaterThan(0)
  expect(dates).toEqual(dates.toSorted((one, other) => other - one))
  const [, link = ''] = await textsIn(page, feed, 'link')
  expect((await fetch(link)).status).toBe(200)

  const again = await fetch(store.url() + address, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
})
