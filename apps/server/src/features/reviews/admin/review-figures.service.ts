import { sql } from 'drizzle-orm'
import type { ReviewFigures } from '@slipstream/contract/reviews-admin'
import { type Db, readRows } from '@slipstream/db/client'
import { reviews } from '@slipstream/db/tables/reviews'

/**
 * The number of pending and reported reviews, and how often each star rating was rejected in the last year, so that a
 * bias becomes visible.
 */
export const readReviewFigures = async (db: Db): Promise<ReviewFigures> => {
  const [waiting] = await readRows<{ pending: number; reported: number }>(
    db,
    sql`select (select count(*)::int from ${reviews} where status = 'pending') as pending,
      (select count(*)::int from ${reviews} where open_reports > 0) as reported`,
  )
  const rows = await readRows<{ rating: number; decided: number; rejected: number }>(
    db,
    sql`select rating, count(*)::int as decided, (count(*) filter (where status = 'rejected'))::int as rejected
      from ${reviews} where decided_at > now() - interval '1 year' group by rating`,
  )
  return {
    pending: waiting?.pending ?? 0,
    reported: waiting?.reported ?? 0,
    byStars: [1, 2, 3, 4, 5].map((stars) => {
      const row = rows.find(({ rating }) => rating === stars)
      return { stars, decided: row?.decided ?? 0, rejected: row?.rejected ?? 0 }
    }),
  }
}
