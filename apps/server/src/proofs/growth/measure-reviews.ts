import { REVIEW_SORTS } from '@slipstream/contract/catalogue'
import { REVIEW_FILTERS, type ReviewFilter } from '@slipstream/contract/review-terms'
import { openDatabase } from '@slipstream/db/client'
import { withClient } from '@slipstream/db/testing/test-database'
import { listReviews } from '#features/reviews/reviews.service.ts'
import { type Statement, watchPages } from './count-pages.ts'

/** How much more a page of the mod with many reviews may cost. */
export const MOST_GROWTH = 1.5
const DEEP_PAGES = 10

const SHOWS: readonly (ReviewFilter | undefined)[] = [undefined, ...REVIEW_FILTERS]
const OBJECTS = { publicUrl: (key: string) => key }

const FEW = 100

/**
 * Two mods in one store, with 100 reviews and with many, written over the same time: all stars, one in five with a
 * picture, one in fifty waiting.
 */
const fillReviews = (url: string, many: number) =>
  withClient(url, async (client) => {
    // The triggers would count row by row what is not read here.
    await client.query(`set session_replication_role = replica`)
    await client.query(`insert into categories (slug, name) values ('cars', 'Cars')`)
    await client.query(`insert into mods (title, category_id, price_cents, current_price_cents, status, published_at)
      values ('Sandfox', 1, 1000, 1000, 'published', now()), ('Meridian', 1, 1000, 1000, 'published', now())`)
    await client.query(
      `insert into reviews (mod_id, author, rating, title, body, status, helpful_count, picture_count, created_at)
       select mod_id, 'driver_' || n, 1 + n % 5, 'Review ' || n, 'Text ' || md5(n::text),
         case when n % 50 = 49 then 'pending' else 'approved' end, n % 17, case when n / 5 % 5 = 0 then 1 else 0 end, at
       from (
         select 1 as mod_id, n, now() - n * interval '1 year' / ${FEW} as at from generate_series(1, ${FEW}) n
         union all
         select 2, n, now() - n * interval '1 year' / $1 from generate_series(1, $1::int) n
       ) written order by at desc`,
      [many],
    )
    await client.query(
      `insert into review_pictures (review_id, object_key, width, height)
       select id, 'reviews/' || id, 1600, 900 from reviews where picture_count > 0`,
    )
    for (const table of ['reviews', 'review_pictures', 'mods']) await client.query(`vacuum analyze ${table}`)
  })

type Pages = ReadonlyMap<string, readonly Statement[]>

/** What readers ask of the mod with 100 reviews and of the one with many. */
export const openReviews = async (url: string, many: number) => {
  const database = openDatabase({ url, applicationName: 'slipstream-growth', maxConnections: 4, onIdleError: () => {} })
  const { db } = database
  const pages = watchPages(database.pool)
  await fillReviews(url, many)

  /** Database pages read by every query about this mod. */
  const measureMod = async (modId: number): Promise<Pages> => {
    const measured = new Map<string, Statement[]>()
    for (const sort of REVIEW_SORTS) {
      for (const show of SHOWS) {
        const name = `${sort}${show === undefined ? '' : `, ${show}`}`
        measured.set(name, await pages.of(() => listReviews(db, OBJECTS, modId, { sort, show })))
      }
      const after = await deepCursor((cursor) => listReviews(db, OBJECTS, modId, { sort, after: cursor }))
      const deep = await pages.of(() => listReviews(db, OBJECTS, modId, { sort, after }))
      measured.set(`${sort}, page ${DEEP_PAGES}`, deep)
    }
    return measured
  }
  return {
    measure: async () => ({ few: await measureMod(1), many: await measureMod(2) }),
    close: database.close,
  }
}

const deepCursor = async (read: (after: string | undefined) => Promise<{ next: string | null }>) => {
  let after: string | undefined
  for (let page = 1; page < DEEP_PAGES; page += 1) after = (await read(after)).next ?? after
  return after
}
