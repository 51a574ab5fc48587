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

test('the sitemap lists every mod, and every listed page has its address, its picture and valid structured data', async ({
  page,
}) => {
  const sitemap = await html('/sitemap.xml')
  const addresses = await textsIn(page, sitemap, 'loc')
  const mods = Array.from({ length: 12 }, (_, place) => `${store.url()}/mods/${place + 1}`)
  expect(addresses.filter((address) => /\/mods\/\d+$/.test(address))).toEqual(mods)
  expect(addresses).toContain(`${store.url()}/mods?category=off-road`)
  const robots = await html('/robots.txt')
  expect(robots).toContain(`Sitemap: ${store.url()}/sitemap.xml`)
  const closed = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => store.url() + path)

  const pictures = new Set(await textsIn(page, sitemap, 'image:loc'))
  for (const address of addresses) {
    const text = await html(address.replace(store.url(), ''))
    expect(said(text, 'canonical'), address).toBe(address)
    expectValid(thingsIn(text))
    pictures.add(said(text, 'og:image') ?? '')
    const closing = closed.filter((start) => address.startsWith(start))
    expect(closing, address).toEqual([])
  }
  for (const address of pictures) {
    const { status, headers } = await fetch(address)
    expect([status, headers.get('content-type')?.split('/')[0]], address).toEqual([200, 'image'])
  }
})

test('the structured data of a mod page is that of the API, and the category, the search and the feed are linked', async ({
  page,
}) => {
  const mod = (await (await fetch(`${store.url()}/api/mods/1`)).json()) as {
    title: string
    description: string
    price: number
    discountPrice: number | null
    rating: number
    ratingCount: number
    pictures: { src: string }[]
  }
  const text = await html('/mods/1')
  const price = (Math.round((mod.discountPrice ?? mod.price) * 100) / 100).toLocaleString('en-US', {
    minimumFractionDigits: 2,
  })
  expect(said(text, 'description')).toBe(mod.description)
  expect(said(text, 'product:price:amount')).toBe(price)
  expect(said(text, 'twitter:image')).toBe(said(text, 'og:image'))
  const things = thingsIn(text)
  expect(thingOf(things, 'Product')).toMatchObject({
    name: mod.title,
    sku: '1',
    image: mod.pictures.map(({ src }) => src),
    offers: { price, url: `${store.url()}/mods/1` },
    aggregateRating: { ratingValue: mod.rating, reviewCount: mod.ratingCount },
  })
  expect(thingOf(things, 'BreadcrumbList').itemListElement).toMatchObject([{}, {}, {}, { name: mod.title }])

  const category = await html('/mods?category=sports&sort=newest&maxPrice=50')
  expect(said(category, 'canonical')).toBe(`${store.url()}/mods?category=sports`)
  expect(thingOf(thingsIn(category), 'ItemList').itemListElement).toMatchObject([{ url: `${store.url()}/mods/6` }])

  const home = await html('/')
  expect(thingOf(thingsIn(home), 'WebSite').potentialAction).toMatchObject({
    target: { urlTemplate: `${store.url()}/mods?q={search_term_string}` },
  })
  const feed = await html(said(home, 'alternate') ?? '')
  const dates = (await textsIn(page, feed, 'pubDate')).map((date) => Date.parse(date))
  expect(dates.length).toBeGreaterThan(0)
  const [, link = ''] = await textsIn(page, feed, 'link')
  expect((await fetch(link)).status).toBe(200)
})
