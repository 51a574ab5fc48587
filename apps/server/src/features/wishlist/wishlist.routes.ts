import type { FastifyInstance } from 'fastify'
import { wishlistApi } from '@slipstream/contract/wishlist'
import { wishlistAdminApi } from '@slipstream/contract/wishlist-admin'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import { mount } from '#lib/http/mount.ts'
import { addToWishlist, listWished, listWishlist, removeFromWishlist } from './wishlist.service.ts'

const DONE = { success: true } as const

export const wishlistRoutes = (app: FastifyInstance, { db, storage }: { db: Db; storage: Storage }) => {
  mount(app, wishlistApi.list, ({ user }) => listWishlist(db, storage, user.id))

  mount(app, wishlistAdminApi.wished, () => listWished(db))

  mount(app, wishlistApi.add, async ({ user, body }) => {
    await inTransaction(db, (tx) => addToWishlist(tx, user.id, body.modId))
    return DONE
  })

  mount(app, wishlistApi.remove, async ({ user, params }) => {
    await inTransaction(db, (tx) => removeFromWishlist(tx, user.id, params.modId))
    return DONE
  })
}
