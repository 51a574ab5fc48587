import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { ModCard } from '@slipstream/contract/mods'
import { WISHLIST_LIMIT } from '@slipstream/contract/wishlist'
import type { WishedMod } from '@slipstream/contract/wishlist-admin'
import { type Db, readRows, type Tx } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { wishlistItems } from '@slipstream/db/tables/wishlist'
import { isPublished, modCardsByIds, type PublicObjects } from '#features/catalogue/mod-cards.service.ts'
import { DomainError } from '#lib/domain-error.ts'

/** Newest first. Mods that are not for sale are hidden until they are again. */
export const listWishlist = async (db: Db, objects: PublicObjects, userId: number): Promise<ModCard[]> => {
  const items = await db
    .select({ modId: wishlistItems.modId })
    .from(wishlistItems)
    .where(eq(wishlistItems.userId, userId))
    .orderBy(desc(wishlistItems.createdAt), desc(wishlistItems.modId))
  return modCardsByIds(
    db,
    objects,
    items.map(({ modId }) => modId),
  )
}

export const addToWishlist = async (tx: Tx, userId: number, modId: number) => {
  const [mod] = await tx
    .select({ id: mods.id })
    .from(mods)
    .where(and(eq(mods.id, modId), isPublished))
  if (!mod) throw new DomainError('mod.not_found')

  const [others] = await tx.select({ count: count() }).from(wishlistItems).where(eq(wishlistItems.userId, userId))
  const [added] = await tx.insert(wishlistItems).values({ userId, modId }).onConflictDoNothing().returning()
  if (added && others && others.count >= WISHLIST_LIMIT) throw new DomainError('wishlist.full')
}

export const removeFromWishlist = async (tx: Tx, userId: number, modId: number) => {
  const [removed] = await tx
    .delete(wishlistItems)
    .where(and(eq(wishlistItems.userId, userId), eq(wishlistItems.modId, modId)))
    .returning()
  if (!removed) throw new DomainError('mod.not_found')
}

const MOST_WISHED = 50

/** The mods on the most wishlists. */
export const listWished = (db: Db): Promise<WishedMod[]> =>
  readRows<WishedMod & Record<string, unknown>>(
    db,
    sql`select m.id, m.title, count(*)::int as wishes,
      count(*) filter (where (u.notification_choices ->> 'wishlistNews')::boolean)::int as "wantNews"
    from ${wishlistItems} w join ${mods} m on m.id = w.mod_id join users u on u.id = w.user_id
    group by m.id order by wishes desc, m.id limit ${MOST_WISHED}`,
  )
