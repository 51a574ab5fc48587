import { asc, eq } from 'drizzle-orm'
import { reviews } from '@slipstream/db/tables/reviews'
import type { PersonalData } from '#lib/personal-data.ts'
import { announceChange } from '#lib/cache/change-bus.ts'

const FORMER_CUSTOMER = 'Former customer'

/** Deleting an account anonymizes its reviews and keeps them. */
export const reviewsPersonalData: PersonalData = {
  name: 'reviews',
  tables: ['reviews'],
  collect: (tx, userId) =>
    tx
      .select({
        modId: reviews.modId,
        author: reviews.author,
        rating: reviews.rating,
        title: reviews.title,
        body: reviews.body,
        status: reviews.status,
        reply: reviews.reply,
        createdAt: reviews.createdAt,
      })
      .from(reviews)
      .where(eq(reviews.userId, userId))
      .orderBy(asc(reviews.id)),
  erase: async (tx, userId) => {
    const kept = await tx
      .update(reviews)
      .set({ userId: null, author: FORMER_CUSTOMER })
      .where(eq(reviews.userId, userId))
      .returning({ id: reviews.id })
    if (kept.length > 0) await announceChange(tx, 'mods')
  },
}
