import type { MetaDescriptor } from 'react-router'
import { amountText, type Cents } from '@slipstream/contract/money'

/** What the root loader provides to every page. */
export interface Site {
  origin: string
  storeName: string
  blurb: string
  /** The title and description of the home page; the description also of pages without their own. */
  title: string
  description: string
  isListed: boolean
  /** Proof of site ownership for search engines, which look for it on the home page. */
  verification: readonly MetaDescriptor[]
  /** Absolute addresses. */
  logo: string
  sharePicture: string
  /** CSS variables of the store's own accent color; empty for the default one. */
  accentStyle: string
}

interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
  location: { pathname: string; search: string }
}

/** Structured data (schema.org). React Router escapes it, so that no text in it can close the script. */
export type StructuredData = Record<string, unknown>

export interface PageWords {
  /** Without a title, the page is the home page. */
  title?: string
  description?: string
  /** Marks the page as noindex. */
  isHidden?: boolean
  /** Whether the page shows search results. */
  isSearch?: boolean
  /** The query parameters that are part of the canonical URL. */
  ownQuery?: readonly string[]
  /** 1200x630; defaults to the store's own picture. */
  shareImage?: string | null
  /** The current price of what the page sells. */
  price?: Cents
  structuredData?: readonly StructuredData[]
}

/** Title, description, canonical URL and the cards for chats and search engines. */
export const pageMeta = ({ matches, location }: MetaArgs, words: PageWords = {}): MetaDescriptor[] => {
  const site = siteIn(matches)
  if (!site) return [{ title: words.title ?? 'Slipstream' }]

  const title = words.title ? `${words.title} | ${site.storeName}` : site.title
  const description = words.description ?? site.description
  const url = site.origin + canonicalPath(location, words.ownQuery)
  const image = words.shareImage ?? site.sharePicture
  return [
    { title },
    { name: 'description', content: description },
    ...finding(url, words, site),
    ...(words.title ? [] : site.verification),
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title: site.storeName, href: '/feed.xml' },
    { property: 'og:site_name', content: site.storeName },
    { property: 'og:type', content: words.price === undefined ? 'website' : 'product' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    // A noindex page has no canonical URL and the same metadata under every URL.
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
 * Drops a trailing slash and query parameters that only filter, sort or page a list: there are more such URLs than
 * mods, and each would compete with the list itself.
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
 * Search results are noindex, follow. They have no canonical URL either: a search engine that reads both "noindex" and
 * "same as that page" may drop both.
 */
const finding = (url: string, { isHidden, isSearch }: PageWords, { isListed }: Site): MetaDescriptor[] => {
  if (isHidden || !isListed) return [{ name: 'robots', content: 'noindex' }]
  if (isSearch) return [{ name: 'robots', content: 'noindex, follow' }]
  return [{ tagName: 'link', rel: 'canonical', href: url }]
}

const priceTags = (price: Cents): MetaDescriptor[] => [
  { property: 'product:price:amount', content: amountText(price) },
  { property: 'product:price:currency', content: 'USD' },
]
