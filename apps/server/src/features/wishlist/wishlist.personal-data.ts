import { desc, eq } from 'drizzle-orm'
import { mods } from '@slipstream/db/tables/mods'
import { wishlistItems, wishlistNews } from '@slipstream/db/tables/wishlist'
import type { PersonalData } from '#lib/personal-data.ts'

export const wishlistPersonalData: PersonalData = {
  name: 'wishlist',
  tables: ['wishlist_items', 'wishlist_news'],
  collect: async (tx, userId) => ({
    mods: await tx
      .select({ modId: mods.id, title: mods.title, addedAt: wishlistItems.createdAt })
      .from(wishlistItems)
      .innerJoin(mods, eq(mods.id, wishlistItems.modId))
      .where(eq(wishlistItems.userId, userId))
      .orderBy(desc(wishlistItems.createdAt)),
    mailedNews: await tx
      .select({ modId: wishlistNews.modId, event: wishlistNews.event, sentAt: wishlistNews.sentAt })
      .from(wishlistNews)
      .where(eq(wishlistNews.userId, userId))
      .orderBy(desc(wishlistNews.sentAt)),
  }),
  erase: async (tx, userId) => {
    await tx.delete(wishlistItems).where(eq(wishlistItems.userId, userId))
    await tx.delete(wishlistNews).where(eq(wishlistNews.userId, userId))
  },
}
