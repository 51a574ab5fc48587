import type { FastifyInstance } from 'fastify'
import { subscriptionsApi } from '@slipstream/contract/subscriptions'
import type { Db } from '@slipstream/db/client'
import { encodeAnswer } from '#lib/cache/prepared-answer.ts'
import type { SharedCache } from '#lib/cache/shared-cache.ts'
import { mountPrepared } from '#lib/http/mount.ts'
import { listSoldPlans } from './plans.service.ts'

export const subscriptionsRoutes = (app: FastifyInstance, { db, cache }: { db: Db; cache: SharedCache }) => {
  mountPrepared(app, subscriptionsApi.soldPlans, () =>
    cache.remember('plans', 'sold', async () => encodeAnswer(subscriptionsApi.soldPlans, await listSoldPlans(db))),
  )
}
