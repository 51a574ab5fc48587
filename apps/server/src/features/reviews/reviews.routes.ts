import type { FastifyInstance } from 'fastify'
import { reviewsApi } from '@slipstream/contract/reviews'
import { reviewsAdminApi } from '@slipstream/contract/reviews-admin'
import type { Db } from '@slipstream/db/client'
import { mount, mountPrepared } from '#lib/http/mount.ts'
import { encodeAnswer } from '#lib/cache/prepared-answer.ts'
import { queryName } from '#lib/cache/query-name.ts'
import type { SharedCache } from '#lib/cache/shared-cache.ts'
import { listAdminReviews } from './list-admin-reviews.service.ts'
import { listFeaturedReviews, listReviews } from './reviews.service.ts'

export const reviewsRoutes = (app: FastifyInstance, { db, cache }: { db: Db; cache: SharedCache }) => {
  mountPrepared(app, reviewsApi.ofMod, ({ params: { id }, query }) => {
    const remember = query.after === undefined ? cache.remember : cache.rememberPassing
    return remember('mods', queryName(`reviews ${id}`, query), async () =>
      encodeAnswer(reviewsApi.ofMod, await listReviews(db, id, query)),
    )
  })
  mountPrepared(app, reviewsApi.featured, () =>
    cache.remember('mods', 'featured reviews', async () =>
      encodeAnswer(reviewsApi.featured, await listFeaturedReviews(db)),
    ),
  )
  mount(app, reviewsAdminApi.list, ({ query }) => listAdminReviews(db, query))
}
