import { REVIEW_SORTS } from '@slipstream/contract/catalogue'
import { REVIEW_FILTERS, type ReviewFilter } from '@slipstream/contract/review-terms'
import { openDatabase } from '@slipstream/db/client'
import { withClient } from '@slipstream/db/testing/test-database'
import { listAdminReviews } from '#features/reviews/admin/list-admin-reviews.service.ts'
import { listReviews } from '#features/reviews/reviews.service.ts'
import { type Statement, watchPages } from './count-pages.ts'

/** How much more a page may cost with a thousand times as many reviews. */
export const MOST_GROWTH = 1.5
const DEEP_PAGES = 10

const OBJECTS = { publicUrl: (key: string) => key }

/** One mod with this many reviews: all stars, one in ten with a picture, one in fifty waiting. */
const fillReviews = (url: string, many: number) =>
  withClient(url, async (client) => {
    // The triggers would count row by row what is not read here.
    await client.query(`set session_replication_role = replica`)
    await client.query(`insert into categories (slug, name) values ('cars', 'Cars')`)
    await client.query(`insert into mods (title, category_id, price_cents, current_price_cents, status, published_at)
      values ('Sandfox', 1, 1000, 1000, 'published', now())`)
    await client.query(
      `insert into reviews (mod_id, author, rating, title, body, status, helpful_count, picture_count, created_at)
       select 1, 'driver_' || n, 1 + n % 5, 'Review ' || n, 'Text ' || md5(n::text),
         case when n % 50 = 49 then 'pending' else 'approved' end, n % 17, case when n % 10 < 2 then 1 else 0 end,
         now() - n * interval '1 minute'
       from generate_series(1, $1::int) n`,
      [many],
    )
    await client.query(
      `insert into review_pictures (review_id, object_key, width, height)
       select id, 'reviews/' || id, 1600, 900 from reviews where picture_count > 0`,
    )
    for (const table of ['reviews', 'review_pictures', 'mods']) await client.query(`vacuum analyze ${table}`)
  })

/** What readers and moderators ask of a mod with this many reviews. */
export const openReviews = async (url: string, many: number) => {
  const database = openDatabase({ url, applicationName: 'slipstream-growth', maxConnections: 4, onIdleError: () => {} })
  const { db } = database
  const pages = watchPages(database.pool)
  await fillReviews(url, many)

  const queries: Record<string, () => Promise<unknown>> = {
    'to moderate, first page': () => listAdminReviews(db, OBJECTS, { status: 'pending', limit: 2 }),
  }
  const shows: readonly (ReviewFilter | undefined)[] = [undefined, ...REVIEW_FILTERS]
  for (const sort of REVIEW_SORTS) {
    for (const show of shows) {
      const name = `${sort}${show === undefined ? '' : `, ${show}`}`
      queries[name] = () => listReviews(db, OBJECTS, 1, { sort, show })
      if (show !== undefined) continue
      const after = await deepCursor((cursor) => listReviews(db, OBJECTS, 1, { sort, after: cursor }))
      queries[`${name}, page ${DEEP_PAGES}`] = () => listReviews(db, OBJECTS, 1, { sort, after })
    }
  }

  return {
    /** Database pages read by every query. */
    measure: async () => {
      const measured = new Map<string, Statement[]>()
      for (const [name, ask] of Object.entries(queries)) measured.set(name, await pages.of(ask))
      return measured
    },
    close: database.close,
  }
}

const deepCursor = async (read: (after: string | undefined) => Promise<{ next: string | null }>) => {
  let after: string | undefined
  for (let page = 1; page < DEEP_PAGES; page += 1) after = (await read(after)).next ?? after
  return after
}
