import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { cartApi } from '@slipstream/contract/cart'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { listOwnedModIds } from '#features/entitlements/ownership.service.ts'
import type { Visits } from '#features/visits/open-visits.ts'
import type { Storage } from '#gateways/storage.ts'
import { atMost } from '#lib/cache/at-most.ts'
import { isDatabaseUnavailable } from '#lib/database-unavailable.ts'
import { mount, mountVersioned, type VersionedAnswer } from '#lib/http/mount.ts'
import { prepareAnswer } from '#lib/cache/prepared-answer.ts'
import type { CartStamps } from './cart-stamps.service.ts'
import { addToCart, clearCart, openCartList, removeFromCart } from './cart.service.ts'

const DONE = { success: true } as const
/** How long we keep serving the last known cart while the database is down. */
const LAST_GOOD_MS = 30_000
const MOST_KEPT = 10_000

interface Parts {
  db: Db
  storage: Storage
  cartStamps: CartStamps
  visits: Visits
}

export const cartRoutes = (app: FastifyInstance, { db, storage, cartStamps, visits }: Parts) => {
  const listCart = openCartList(db, storage)
  const lastGood = new LRUCache<number, VersionedAnswer & { seenAt: number }>(atMost(MOST_KEPT))

  /** Invalidates the version at once: the page's next request may reach another process before the announcement. */
  const change = async <T>(userId: number, work: (tx: Tx) => Promise<T>): Promise<T> => {
    const done = await inTransaction(db, work)
    await cartStamps.changed(userId)
    return done
  }

  const current = async (userId: number, knownEtag: string | undefined): Promise<VersionedAnswer> => {
    const etag = `W/"${await cartStamps.stampOf(userId)}"`
    const last = lastGood.get(userId)
    if (last?.etag === etag) last.seenAt = Date.now()
    if (etag === knownEtag) return { etag, encoded: null }
    // Another open page of the same person has just requested the cart.
    if (last?.etag === etag) return last
    const { encoded } = prepareAnswer(cartApi.list, await listCart(userId))
    lastGood.set(userId, { etag, encoded, seenAt: Date.now() })
    return { etag, encoded }
  }

  mountVersioned(app, cartApi.list, ({ id }, knownEtag) =>
    current(id, knownEtag).catch((error: unknown) => {
      const last = isDatabaseUnavailable(error) ? lastGood.get(id) : undefined
      if (!last || last.seenAt < Date.now() - LAST_GOOD_MS) throw error
      return last.etag === knownEtag ? { ...last, encoded: null } : last
    }),
  )

  mount(app, cartApi.owned, ({ user }) => listOwnedModIds(db, user.id))

  mount(app, cartApi.add, async ({ user, body, request }) => {
    const added = await change(user.id, (tx) => addToCart(tx, storage, user.id, body))
    visits.note(request, [{ kind: 'cart', modId: body.modId }])
    return added
  })

  mount(app, cartApi.remove, async ({ user, params }) => {
    await change(user.id, (tx) => removeFromCart(tx, user.id, params.modId))
    return DONE
  })

  mount(app, cartApi.clear, async ({ user }) => {
    await change(user.id, (tx) => clearCart(tx, user.id))
    return DONE
  })
}
