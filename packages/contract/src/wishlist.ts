import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParam } from './id.ts'
import { ModCard } from './mods.ts'

export const WISHLIST_LIMIT = 500

export const wishlistApi = {
  list: endpoint({
    method: 'GET',
    path: '/api/wishlist',
    summary: 'Mods on one’s own wishlist, the last one first',
    access: 'user',
    response: z.array(ModCard),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/wishlist',
    summary: 'Puts a mod on one’s own wishlist',
    access: 'user',
    body: z.strictObject({ modId: Id }),
    response: z.object({ success: z.literal(true) }),
    errors: ['mod.not_found', 'wishlist.full'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/wishlist/:modId',
    summary: 'Takes a mod off one’s own wishlist',
    access: 'user',
    params: z.strictObject({ modId: IdParam }),
    response: z.object({ success: z.literal(true) }),
    errors: ['mod.not_found'],
  }),
}
