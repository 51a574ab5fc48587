import { desc, eq } from 'drizzle-orm'
import { mods } from '@slipstream/db/tables/mods'
import { wishlistItems } from '@slipstream/db/tables/wishlist'
import type { PersonalData } from '#lib/personal-data.ts'

export const wishlistPersonalData: PersonalData = {
  name: 'wishlist',
  tables: ['wishlist_items'],
  collect: (tx, userId) =>
    tx
      .select({ modId: mods.id, title: mods.title, addedAt: wishlistItems.createdAt })
      .from(wishlistItems)
      .innerJoin(mods, eq(mods.id, wishlistItems.modId))
      .where(eq(wishlistItems.userId, userId))
      .orderBy(desc(wishlistItems.createdAt)),
  erase: async (tx, userId) => {
    await tx.delete(wishlistItems).where(eq(wishlistItems.userId, userId))
  },
}
