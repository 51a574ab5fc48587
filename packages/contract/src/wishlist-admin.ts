import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'

/** How many people have a mod on their wishlist. */
export const WishedMod = z.object({
  id: Id,
  title: z.string(),
  wishes: z.int(),
  /** Of those, how many asked for news about their wishlist. */
  wantNews: z.int(),
})
export type WishedMod = z.output<typeof WishedMod>

export const wishlistAdminApi = {
  wished: endpoint({
    method: 'GET',
    path: '/api/admin/wishlist',
    summary: 'List the mods most people wish for',
    access: 'admin',
    response: z.array(WishedMod),
  }),
}
