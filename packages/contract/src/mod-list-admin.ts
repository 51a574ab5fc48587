import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParam } from './id.ts'
import { endsAfterItBegins, SALE_WINDOW } from './mod-form.ts'
import { MOD_STATUSES } from './mods-admin.ts'
import { Count } from './mods.ts'
import { integer, pageSize } from './number.ts'
import { pageOf } from './page.ts'
import { Picture } from './picture.ts'
import { cursor, filledText } from './text.ts'
import { UsdPrice } from './usd-price.ts'

export const ADMIN_MOD_SORTS = ['updated', 'title', 'price', 'rating', 'released'] as const

/** A row of the table of all mods. */
export const AdminModRow = z.object({
  id: Id,
  title: z.string(),
  make: z.string(),
  categoryName: z.string(),
  status: z.enum(MOD_STATUSES),
  /** When it is scheduled to be published. */
  publishAt: z.nullable(z.iso.datetime()),
  /** Null while nobody has set it. */
  price: z.nullable(UsdPrice),
  /** The sale price. */
  discountPrice: z.nullable(UsdPrice),
  /** A planned or running sale. */
  sale: z.nullable(z.object(SALE_WINDOW)),
  picture: z.nullable(Picture),
  version: z.nullable(z.string()),
  releasedAt: z.nullable(z.iso.datetime()),
  rating: z.nullable(z.number()),
  ratingCount: z.int(),
  isFeatured: z.boolean(),
  includedWithPremium: z.boolean(),
  /** Whether it has a draft that has not been saved to the mod. */
  hasDraft: z.boolean(),
  updatedAt: z.iso.datetime(),
})
export type AdminModRow = z.output<typeof AdminModRow>

const FILTERS = {
  q: z.optional(filledText(80)),
  status: z.optional(z.enum(MOD_STATUSES)),
  categoryId: z.optional(IdParam),
  sale: z.optional(z.literal('true')),
  /** Scheduled mods. */
  scheduled: z.optional(z.literal('true')),
}
export const AdminModFilters = z.strictObject(FILTERS)
export type AdminModFilters = z.output<typeof AdminModFilters>

export const AdminModQuery = z.strictObject({
  ...FILTERS,
  sort: z._default(z.enum(ADMIN_MOD_SORTS), 'updated'),
  direction: z._default(z.enum(['asc', 'desc']), 'desc'),
  limit: pageSize(25, 100),
  /** From the previous answer. It may contain a title. */
  after: cursor(600),
})
export type AdminModQuery = z.output<typeof AdminModQuery>

const BULK_ACTIONS = ['publish', 'archive', 'discount', 'end-sale'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

export const Discount = z.strictObject({ percent: integer(1, 95), ...SALE_WINDOW }).check(endsAfterItBegins)
export type Discount = z.output<typeof Discount>

/** An action on several mods at once. */
export const BulkChange = z
  .strictObject({
    action: z.enum(BULK_ACTIONS),
    ids: z.array(Id).check(z.minLength(1), z.maxLength(200)),
    discount: z.optional(Discount),
  })
  .check(
    z.refine(({ action, discount }) => (action === 'discount') === (discount !== undefined), {
      path: ['discount'],
      message: 'Enter a discount for this action, and only for this action.',
    }),
  )
export type BulkChange = z.output<typeof BulkChange>

/** Mods that could not be changed are listed with the reason; all others were changed. */
export const BulkOutcome = z.object({
  changed: z.array(Id),
  refused: z.array(z.object({ id: Id, title: z.string(), reason: z.string() })),
})
export type BulkOutcome = z.output<typeof BulkOutcome>

export const modListApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/mods',
    summary: 'List all mods with search, filters and sorting',
    access: 'admin',
    query: AdminModQuery,
    response: z.extend(pageOf(AdminModRow), { total: Count }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/admin/mods/export',
    summary: 'Export all mods as CSV',
    access: 'admin',
    needsProof: true,
    query: AdminModFilters,
    response: z.string(),
  }),
  bulk: endpoint({
    method: 'POST',
    path: '/api/admin/mods/bulk',
    summary: 'Publish, archive or discount several mods',
    access: 'admin',
    needsProof: 'no: the catalogue',
    body: BulkChange,
    response: BulkOutcome,
  }),
  featured: endpoint({
    method: 'GET',
    path: '/api/admin/featured',
    summary: 'List the featured mods in order',
    access: 'admin',
    response: z.array(AdminModRow),
  }),
  setFeatured: endpoint({
    method: 'POST',
    path: '/api/admin/featured',
    summary: 'Set the featured mods and their order',
    access: 'admin',
    needsProof: 'no: the catalogue',
    body: z.strictObject({ ids: z.array(Id).check(z.maxLength(24)) }),
    response: z.array(AdminModRow),
    errors: ['mod.not_found'],
  }),
}
