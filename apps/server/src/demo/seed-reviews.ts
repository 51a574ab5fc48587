import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { reviewPictures, reviewReports, reviews } from '@slipstream/db/tables/reviews'
import { users } from '@slipstream/db/tables/users'
import type { StoredPicture } from '#features/pictures/pictures.service.ts'

const REVIEWS_WITH_PICTURES = 2
const REPORTS = [
  { reason: 'unrelated', note: 'This is about another store.' },
  { reason: 'abuse', note: '' },
  { reason: 'copied', note: 'I read the same words below another mod.' },
] as const

/** What a store with moderated reviews has: versions, screenshots, reasons of rejections, and open reports. */
export const seedReviews = async (tx: Tx, mods: readonly DemoPictures[]) => {
  await tx.execute(sql`
    update ${reviews} r set
      version = (select version from mod_releases where mod_id = r.mod_id and published_at <= r.created_at
        order by published_at desc limit 1),
      game_version = (select version from game_versions order by announced_at desc limit 1),
      decided_at = case when status <> 'pending' then created_at + interval '5 hours' end,
      replied_at = case when reply is not null then created_at + interval '2 days' end`)
  for (const mod of mods) await addPictures(tx, mod)
  await reportSome(tx)
}

interface DemoPictures {
  id: number
  pictures: readonly StoredPicture[]
}

/** The most helpful reviews show the mod's own pictures, one each. */
const addPictures = async (tx: Tx, { id: modId, pictures }: DemoPictures) => {
  const best = await tx
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.modId, modId), eq(reviews.status, 'approved')))
    .orderBy(desc(reviews.helpfulCount), desc(reviews.id))
    .limit(REVIEWS_WITH_PICTURES)
  for (const [place, { id: reviewId }] of best.entries()) {
    const picture = pictures[place + 1]
    if (!picture) continue
    const { originalKey: objectKey, width, height } = picture
    await tx.insert(reviewPictures).values({ reviewId, objectKey, width, height })
    await tx.update(reviews).set({ pictureCount: 1 }).where(eq(reviews.id, reviewId))
  }
}

const reportSome = async (tx: Tx) => {
  const readers = await tx
    .select({ id: users.id })
    .from(users)
    .where(isNotNull(users.email))
    .orderBy(asc(users.id))
    .limit(REPORTS.length)
  const worst = await tx
    .select({ id: reviews.id })
    .from(reviews)
    .where(and(eq(reviews.status, 'approved'), eq(reviews.rating, 1)))
    .orderBy(desc(reviews.id))
    .limit(REPORTS.length)
  for (const [place, report] of REPORTS.entries()) {
    const [reader, review] = [readers[place], worst[place]]
    if (reader && review) await tx.insert(reviewReports).values({ ...report, userId: reader.id, reviewId: review.id })
  }
}
