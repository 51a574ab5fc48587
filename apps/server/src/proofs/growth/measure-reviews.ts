import { REVIEW_SORTS, REVIEWS_PER_PAGE, type ReviewSort } from '@slipstream/contract/catalogue'
import { REVIEW_FILTERS, type ReviewFilter } from '@slipstream/contract/review-terms'
import type { AdminReviewQuery } from '@slipstream/contract/reviews-admin'
import { openDatabase } from '@slipstream/db/client'
import { withClient } from '@slipstream/db/testing/test-database'
import { listAdminReviews } from '#features/reviews/admin/list-admin-reviews.service.ts'
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
    // The triggers would update counts row by row, and nothing here reads those counts.
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

/** Measures the queries of readers on a mod with 100 reviews and on one with many, and those of moderators on both. */
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
      const end = await endCursor(url, modId, sort)
      measured.set(`${sort}, last page`, await pages.of(() => listReviews(db, OBJECTS, modId, { sort, after: end })))
    }
    return measured
  }
  /** The queries of moderators about the whole store, compared with a full page of the mod with 100 reviews. */
  const measureModeration = async () => {
    const ask = (query: Partial<AdminReviewQuery>) =>
      pages.of(() => listAdminReviews(db, OBJECTS, { limit: MODERATED, ...query }))
    const measure = await ask({ mod: 1 })
    const [small, large] = [new Map<string, Statement[]>(), new Map<string, Statement[]>()]
    for (const [name, { last, ...query }] of Object.entries(moderation(FEW + many))) {
      for (const [place, after] of Object.entries({ first: undefined, last: cursorAt(...last) })) {
        small.set(`moderators, ${name}, ${place} page`, measure)
        large.set(`moderators, ${name}, ${place} page`, await ask({ ...query, after }))
      }
    }
    return { small, large }
  }
  return {
    measure: async (): Promise<{ few: Pages; many: Pages }> => {
      const { small, large } = await measureModeration()
      return {
        few: new Map([...(await measureMod(1)), ...small]),
        many: new Map([...(await measureMod(2)), ...large]),
      }
    },
    close: database.close,
  }
}

/** A full page of moderators. */
const MODERATED = 25

/** What moderators look at, and a place shortly before its end. Ids count from the newest review. */
const moderation = (total: number): Record<string, Partial<AdminReviewQuery> & { last: [string, number] }> => ({
  all: { last: ['all', MODERATED + 5] },
  approved: { status: 'approved', last: ['all', MODERATED + 10] },
  // The oldest first, one in fifty.
  pending: { status: 'pending', last: ['pending', total - 50 * (MODERATED + 5)] },
  'of a mod': { mod: 2, last: ['all', MODERATED + 10] },
})

const cursorAt = (...place: (string | number)[]) => Buffer.from(JSON.stringify(place)).toString('base64url')

const SORTED_BY: Record<ReviewSort, string> = {
  helpful: 'helpful_count',
  newest: '(extract(epoch from created_at) * 1000000)',
  lowest: '(-rating)',
}

/** A cursor one page before the end of a mod's reviews. */
const endCursor = (url: string, modId: number, sort: ReviewSort) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ key: number; id: number }>(
      `select ${SORTED_BY[sort]}::float8 as key, id from reviews where mod_id = $1 and status = 'approved'
       order by 1, id offset ${REVIEWS_PER_PAGE} limit 1`,
      [modId],
    )
    return cursorAt(sort, rows[0]?.key ?? 0, rows[0]?.id ?? 0)
  })

const deepCursor = async (read: (after: string | undefined) => Promise<{ next: string | null }>) => {
  let after: string | undefined
  for (let page = 1; page < DEEP_PAGES; page += 1) after = (await read(after)).next ?? after
  return after
}
