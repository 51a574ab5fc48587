import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './id.ts'
import { filledText, text } from './text.ts'

export const AdminCategory = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  /** Mods of every status. */
  mods: z.int(),
})
export type AdminCategory = z.output<typeof AdminCategory>

export const CategoryForm = z.strictObject({
  name: filledText(40),
  slug: text(40).check(
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and single hyphens, like off-road.'),
  ),
  description: text(200, { multiline: true }),
})
export type CategoryForm = z.output<typeof CategoryForm>

export const categoriesApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/categories',
    summary: 'List the categories in order, with the number of their mods',
    access: 'admin',
    response: z.array(AdminCategory),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/categories',
    summary: 'Add a category at the end',
    access: 'admin',
    needsProof: 'no: the catalogue',
    body: CategoryForm,
    response: AdminCategory,
    errors: ['category.slug_taken'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/admin/categories/:id',
    summary: 'Change a category',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    body: CategoryForm,
    response: AdminCategory,
    errors: ['category.not_found', 'category.slug_taken'],
  }),
  order: endpoint({
    method: 'POST',
    path: '/api/admin/categories/order',
    summary: 'Set the order of the categories; the list must be complete',
    access: 'admin',
    needsProof: 'no: the catalogue',
    body: z.strictObject({ ids: z.array(Id).check(z.minLength(1), z.maxLength(200)) }),
    response: z.array(AdminCategory),
    errors: ['order.changed'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/categories/:id',
    summary: 'Remove an empty category',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: idParams,
    response: z.null(),
    errors: ['category.not_found', 'category.in_use'],
  }),
}
