import type * as z from 'zod/mini'
import type { ModCard, ModFacets, ModPage } from '@slipstream/contract/mods'

type Sent<Schema extends z.ZodMiniType> = z.input<Schema>

/** A mod in wire format, at $12.50. */
export const sentMod = (id: number, values: Partial<Sent<typeof ModCard>> = {}): Sent<typeof ModCard> => ({
  id,
  title: `Harlan Test ${id}`,
  description: 'A coupe for the test track.',
  category: 'sports',
  categoryName: 'Sports',
  price: 12.5,
  discountPrice: null,
  saleEndsAt: null,
  previewImageUrl: null,
  picture: null,
  engine: '3.0 V6',
  powerKw: 200,
  drivetrain: 'RWD',
  rating: 4.8,
  ratingCount: 1_486,
  includedWithPremium: false,
  publishedAt: '2026-01-10T12:00:00.000Z',
  version: '1.0.0',
  releasedAt: '2026-01-10T12:00:00.000Z',
  ...values,
})

export const sentPage = (
  items: Sent<typeof ModCard>[],
  values: Partial<Sent<typeof ModPage>> = {},
): Sent<typeof ModPage> => ({ items, next: null, total: { count: items.length, orMore: false }, ...values })

const facet = (value: string, count: number, label = value) => ({ value, label, total: { count, orMore: false } })

export const sentFacets: Sent<typeof ModFacets> = {
  categories: [facet('sports', 2, 'Sports')],
  drivetrains: [facet('RWD', 4), facet('AWD', 3), facet('6x6', 0)],
  bodyStyles: [facet('coupe', 2, 'Coupe')],
  powerBands: [facet('strong', 5, '200–299 kW')],
  tags: [facet('turbo', 2)],
  price: { min: 8, max: 25 },
  gameVersions: [],
}

export const sentCategories = [
  { id: 1, slug: 'sports', name: 'Sports', description: 'Coupes that like a back road.', count: 2 },
  { id: 2, slug: 'drift', name: 'Drift', description: '', count: 1 },
  { id: 3, slug: 'van', name: 'Van', description: '', count: 0 },
]
