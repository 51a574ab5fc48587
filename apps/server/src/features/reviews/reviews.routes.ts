import type { FastifyInstance } from 'fastify'
import { reviewsApi } from '@slipstream/contract/reviews'
import { reviewsAdminApi } from '@slipstream/contract/reviews-admin'
import { ownReviewsApi } from '@slipstream/contract/reviews-own'
import { type Db, inTransaction } from '@slipstream/db/client'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { RedisGateway } from '#gateways/redis.ts'
import type { Storage } from '#gateways/storage.ts'
import { encodeAnswer } from '#lib/cache/prepared-answer.ts'
import { queryName } from '#lib/cache/query-name.ts'
import type { SharedCache } from '#lib/cache/shared-cache.ts'
import { done } from '#lib/http/done.ts'
import { mount, mountPrepared } from '#lib/http/mount.ts'
import { decideReviews } from './admin/decide-reviews.service.ts'
import { listAdminReviews, readAdminReview } from './admin/list-admin-reviews.service.ts'
import { replyToReview } from './admin/reply-to-review.service.ts'
import { readReviewFigures } from './admin/review-figures.service.ts'
import { readMine, removeReview, saveReview } from './own-review.service.ts'
import { openReviewLimits } from './review-limits.ts'
import { reportReview, voteForReview } from './review-marks.service.ts'
import { addReviewPicture, offerReviewPicture } from './review-pictures.service.ts'
import { listFeaturedReviews, listReviews } from './reviews.service.ts'

interface Parts {
  db: Db
  cache: SharedCache
  redis: RedisGateway
  storage: Storage
  publicUrl: string
}

export const reviewsRoutes = (app: FastifyInstance, parts: Parts) => {
  publicRoutes(app, parts)
  ownRoutes(app, parts)
  adminRoutes(app, parts)
}

const publicRoutes = (app: FastifyInstance, { db, cache, storage }: Parts) => {
  mountPrepared(app, reviewsApi.ofMod, ({ params: { id }, query }) => {
    const isCommon = query.after === undefined && query.show === undefined
    const remember = isCommon ? cache.remember : cache.rememberPassing
    return remember('mods', queryName(`reviews ${id}`, query), async () =>
      encodeAnswer(reviewsApi.ofMod, await listReviews(db, storage, id, query)),
    )
  })
  mountPrepared(app, reviewsApi.featured, () =>
    cache.remember('mods', 'featured reviews', async () =>
      encodeAnswer(reviewsApi.featured, await listFeaturedReviews(db, storage)),
    ),
  )
}

const ownRoutes = (app: FastifyInstance, { db, redis, storage }: Parts) => {
  const limits = openReviewLimits(redis)

  mount(app, ownReviewsApi.mine, ({ user, params: { id } }) => readMine(db, storage, user.id, id))
  mount(app, ownReviewsApi.save, async ({ user, params: { id }, body }) => {
    await limits.save(user.id)
    await inTransaction(db, (tx) => saveReview(tx, user.id, id, body))
    return readMine(db, storage, user.id, id)
  })
  mount(app, ownReviewsApi.remove, async ({ user, params: { id } }) => {
    await inTransaction(db, (tx) => removeReview(tx, user.id, id))
    return done('Your review was deleted.')
  })
  mount(app, ownReviewsApi.vote, async ({ user, params: { id }, body }) => {
    await limits.vote(user.id)
    await inTransaction(db, (tx) => voteForReview(tx, user.id, id, body.isHelpful))
    return done(body.isHelpful ? 'Your vote was counted.' : 'Your vote was removed.')
  })
  mount(app, ownReviewsApi.report, async ({ user, params: { id }, body }) => {
    await limits.report(user.id)
    await inTransaction(db, (tx) => reportReview(tx, user.id, id, body))
    return done('Thank you. A moderator will read this review again.')
  })
  mount(app, ownReviewsApi.offerPicture, ({ user, body }) => offerReviewPicture(db, storage, user.id, body))
  mount(app, ownReviewsApi.addPicture, ({ user, body }) => addReviewPicture(db, storage, user.id, body.key))
}

const adminRoutes = (app: FastifyInstance, parts: Parts) => {
  const { db, storage } = parts
  mount(app, reviewsAdminApi.list, ({ query }) => listAdminReviews(db, storage, query))
  mount(app, reviewsAdminApi.figures, () => readReviewFigures(db))
  mount(app, reviewsAdminApi.decide, async ({ user, body }) => {
    const sender = await readSender(parts)
    return { changed: await inTransaction(db, (tx) => decideReviews(tx, { id: user.id, sender }, body)) }
  })
  mount(app, reviewsAdminApi.reply, async ({ user, params: { id }, body }) => {
    await inTransaction(db, (tx) => replyToReview(tx, id, user.id, body.body))
    return readAdminReview(db, storage, id)
  })
}
