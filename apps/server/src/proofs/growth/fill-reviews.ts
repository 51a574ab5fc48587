import { withClient } from '@slipstream/db/testing/test-database'

/** The mod whose reviews are all these. */
export const REVIEWED_MOD = 1

/** Reviews of one mod over a year: all stars, one in fifty waiting. */
export const fillReviews = (url: string, many: number) =>
  withClient(url, async (client) => {
    // The triggers would update counts row by row, and nothing here reads those counts.
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `insert into reviews (mod_id, author, rating, title, body, status, helpful_count, picture_count, created_at)
       select ${REVIEWED_MOD}, 'driver_' || n, 1 + n % 5, 'Review ' || n, 'Text ' || md5(n::text),
         case when n % 50 = 49 then 'pending' else 'approved' end, n % 17, 0, now() - n * interval '1 year' / $1
       from generate_series(1, $1::int) n order by n desc`,
      [many],
    )
    await client.query('vacuum analyze reviews')
  })
