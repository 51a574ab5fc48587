import type { MetaDescriptor } from 'react-router'
import { type Cents, formatUsd } from '@slipstream/contract/money'

/** What the root loader tells every page about the site it is part of. */
export interface Site {
  origin: string
  storeName: string
  blurb: string
}

interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
  location: { pathname: string; search: string }
}

/** Something of the page in the words of schema.org. React Router writes it so that no text in it can end its script. */
export type StructuredData = Record<string, unknown>

export interface PageWords {
  /** Without it the page is the store itself. */
  title?: string
  description?: string
  /** Pages that have nothing to be found for. */
  isHidden?: boolean
  /** What somebody searched for on it. */
  isSearch?: boolean
  /** The fields of the address's query that make it a page of its own. */
  ownQuery?: readonly string[]
  /** 1200x630; without one the store's own. */
  shareImage?: string | null
  /** Of what the page sells, as it is charged now. */
  price?: Cents
  structuredData?: readonly StructuredData[]
}

/** Title, description, canonical address and the cards that chats and search engines show. */
export const pageMeta = ({ matches, location }: MetaArgs, words: PageWords = {}): MetaDescriptor[] => {
  const site = siteIn(matches)
  if (!site) return [{ title: words.title ?? 'Slipstream' }]

  const title = words.title ? `${words.title} | ${site.storeName}` : `${site.storeName}: premium vehicle mods`
  const description = words.description ?? site.blurb
  const url = site.origin + canonicalPath(location, words.ownQuery)
  const image = words.shareImage ?? `${site.origin}/share.jpg`
  return [
    { title },
    { name: 'description', content: description },
    ...finding(url, words),
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title: site.storeName, href: '/feed.xml' },
    { property: 'og:site_name', content: site.storeName },
    { property: 'og:type', content: words.price === undefined ? 'website' : 'product' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    // What is not to be found has no address of its own, and says the same under every address.
    ...(words.isHidden ? [] : [{ property: 'og:url', content: url }]),
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    ...(words.price === undefined ? [] : priceTags(words.price)),
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
    { name: 'twitter:image', content: image },
    ...(words.structuredData ?? []).map((thing) => ({ 'script:ld+json': thing })),
  ]
}

const siteIn = (matches: MetaArgs['matches']) =>
  (matches.find((match) => match?.id === 'root')?.loaderData as { site?: Site } | undefined)?.site

/**
 * With and without a slash at the end it is one page, and so it is with a query that only narrows, sorts or continues a
 * list: there are more of those than mods, and each would compete with the list itself.
 */
const canonicalPath = ({ pathname, search }: MetaArgs['location'], ownQuery: readonly string[] = []) => {
  const asked = new URLSearchParams(search)
  const own = new URLSearchParams(
    ownQuery.flatMap((name) => {
      const value = asked.get(name)
      return value ? [[name, value]] : []
    }),
  ).toString()
  return (pathname.replace(/\/+$/, '') || '/') + (own && `?${own}`)
}

/**
 * Nobody should find the results of a search by a search, but what they lead to. They have no canonical address either:
 * who is told "not this one" and "it is the same as that one" may drop both.
 */
const finding = (url: string, { isHidden, isSearch }: PageWords): MetaDescriptor[] => {
  if (isHidden) return [{ name: 'robots', content: 'noindex' }]
  if (isSearch) return [{ name: 'robots', content: 'noindex, follow' }]
  return [{ tagName: 'link', rel: 'canonical', href: url }]
}

const priceTags = (price: Cents): MetaDescriptor[] => [
  { property: 'product:price:amount', content: amountOf(price) },
  { property: 'product:price:currency', content: 'USD' },
]

/** As machines read it: `12.50`. */
export const amountOf = (price: Cents) => formatUsd(price).slice(1)
