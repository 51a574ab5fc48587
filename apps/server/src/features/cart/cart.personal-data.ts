import { asc, eq } from 'drizzle-orm'
import { cartItems, carts } from '@slipstream/db/tables/cart'
import { mods } from '@slipstream/db/tables/mods'
import type { PersonalData } from '#lib/personal-data.ts'

export const cartPersonalData: PersonalData = {
  name: 'cart',
  tables: ['cart_items', 'carts'],
  collect: (tx, userId) =>
    tx
      .select({ modId: mods.id, title: mods.title, addedAt: cartItems.createdAt })
      .from(cartItems)
      .innerJoin(mods, eq(mods.id, cartItems.modId))
      .where(eq(cartItems.userId, userId))
      .orderBy(asc(cartItems.id)),
  erase: async (tx, userId) => {
    await tx.delete(cartItems).where(eq(cartItems.userId, userId))
    await tx.delete(carts).where(eq(carts.userId, userId))
  },
}
