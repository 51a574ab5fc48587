import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParam } from './id.ts'
import { ModCard } from './mods.ts'

export const WISHLIST_LIMIT = 500

export const wishlistApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/wishlist',
    summary: 'List your wishlist, newest first',
    access: 'user',
    response: z.array(ModCard),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/wishlist',
    summary: 'Add a mod to your wishlist',
    access: 'user',
    body: z.strictObject({ modId: Id }),
    response: z.object({ success: z.literal(true) }),
    errors: ['mod.not_found', 'wishlist.full'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/wishlist/:modId',
    summary: 'Remove a mod from your wishlist',
    access: 'user',
    owned: true,
    params: z.strictObject({ modId: IdParam }),
    response: z.object({ success: z.literal(true) }),
    errors: ['mod.not_found'],
  }),
}
