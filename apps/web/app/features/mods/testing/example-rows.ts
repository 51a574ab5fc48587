import type * as z from 'zod/mini'
import type { AdminModRow } from '@slipstream/contract/mod-list-admin'
import type { AdminMod } from '@slipstream/contract/mods-admin'

/** In wire format. */
type SentRow = z.input<typeof AdminModRow>

export const sentRow = (id: number, title: string, changes: Partial<SentRow> = {}): SentRow => ({
  id,
  title,
  make: 'Orsana',
  categoryName: 'Sports',
  status: 'published',
  publishAt: null,
  price: 12.5,
  discountPrice: null,
  sale: null,
  picture: null,
  version: '1.0.0',
  releasedAt: '2026-03-01T10:00:00.000Z',
  rating: null,
  ratingCount: 0,
  isFeatured: false,
  includedWithPremium: false,
  hasDraft: false,
  updatedAt: '2026-04-01T10:00:00.000Z',
  ...changes,
})

export const sentPage = (items: SentRow[], next: string | null = null, count = items.length) => ({
  items,
  next,
  total: { count, orMore: false },
})

export const sentMod = (id: number): z.input<typeof AdminMod> => ({
  id,
  status: 'draft',
  publishedAt: null,
  publishAt: null,
  fileName: 'orsana_aurelion.zip',
  form: {
    title: 'Aurelion',
    make: 'Orsana',
    description: '',
    about: [],
    categoryId: 4,
    tags: [],
    requirements: [],
    videoUrl: null,
    price: 12.5,
    sale: null,
    includedWithPremium: false,
    configurations: [],
    relatedIds: [],
  },
  formVersion: 'first',
  draft: null,
  pictures: [],
  shareImageUrl: null,
  ratings: { rating: null, ratingCount: 0, histogram: [0, 0, 0, 0, 0] },
  updatedAt: '2026-04-01T10:00:00.000Z',
})
