import { amountText } from '@slipstream/contract/money'
import type { Category, ModCard, ModDetails } from '@slipstream/contract/mods'
import type { Review } from '@slipstream/contract/reviews'
import type { Site, StructuredData } from '#lib/page-meta.ts'

/** Structured data for search engines (schema.org). */

const CONTEXT = 'https://schema.org'
const SHOWN_REVIEWS = 5

/** The store and its search, for the home page. */
export const storeData = ({ origin, storeName, blurb, logo }: Site): StructuredData[] => [
  {
    '@context': CONTEXT,
    '@type': 'Organization',
    '@id': `${origin}/#store`,
    name: storeName,
    description: blurb,
    url: `${origin}/`,
    logo,
  },
  {
    '@context': CONTEXT,
    '@type': 'WebSite',
    name: storeName,
    url: `${origin}/`,
    publisher: { '@id': `${origin}/#store` },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${origin}/mods?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  },
]

/** The breadcrumb and the items of a category. */
export const listData = (site: Site, category: Category | null, mods: readonly ModCard[]): StructuredData[] => [
  ...(category ? [breadcrumbs(site, [ALL_MODS, categoryStep(category.slug, category.name)])] : []),
  ...(mods.length > 0
    ? [
        {
          '@context': CONTEXT,
          '@type': 'ItemList',
          itemListElement: mods.map(({ id, title }, place) => ({
            '@type': 'ListItem',
            position: place + 1,
            name: title,
            url: `${site.origin}/mods/${id}`,
          })),
        },
      ]
    : []),
]

/** A mod as a product, with its breadcrumb. */
export const modData = (site: Site, mod: ModDetails, reviews: readonly Review[]): StructuredData[] => [
  {
    '@context': CONTEXT,
    '@type': 'Product',
    '@id': `${site.origin}/mods/${mod.id}#product`,
    name: mod.title,
    description: mod.description,
    sku: String(mod.id),
    category: mod.categoryName,
    brand: { '@type': 'Brand', name: mod.make || site.storeName },
    image: mod.pictures.length > 0 ? mod.pictures.map(({ src }) => src) : [site.sharePicture],
    offers: offerOf(site, mod),
    ...(mod.rating !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: mod.rating, reviewCount: mod.ratingCount, ...SCALE },
      review: reviews.slice(0, SHOWN_REVIEWS).map(reviewData),
    }),
  },
  breadcrumbs(site, [
    ALL_MODS,
    categoryStep(mod.category, mod.categoryName),
    { name: mod.title, path: `/mods/${mod.id}` },
  ]),
]

const SCALE = { bestRating: 5, worstRating: 1 }

const offerOf = ({ origin, storeName }: Site, { id, price, discountPrice, saleEndsAt }: ModDetails) => ({
  '@type': 'Offer',
  url: `${origin}/mods/${id}`,
  price: amountText(discountPrice ?? price),
  priceCurrency: 'USD',
  // A file cannot be out of stock.
  availability: `${CONTEXT}/InStock`,
  itemCondition: `${CONTEXT}/NewCondition`,
  seller: { '@type': 'Organization', name: storeName },
  ...(discountPrice !== null && saleEndsAt !== null && { priceValidUntil: saleEndsAt }),
})

const reviewData = ({ author, title, body, rating, createdAt }: Review) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: author },
  datePublished: createdAt,
  name: title,
  reviewBody: body,
  reviewRating: { '@type': 'Rating', ratingValue: rating, ...SCALE },
})

interface Step {
  name: string
  path: string
}

const ALL_MODS: Step = { name: 'Mods', path: '/mods' }

const categoryStep = (slug: string, name: string): Step => ({
  name,
  path: `/mods?${new URLSearchParams({ category: slug }).toString()}`,
})

const breadcrumbs = ({ origin }: Site, steps: readonly Step[]) => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', path: '/' }, ...steps].map(({ name, path }, place) => ({
    '@type': 'ListItem',
    position: place + 1,
    name,
    item: origin + path,
  })),
})
