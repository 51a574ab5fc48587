import type { FastifyInstance } from 'fastify'
import { cleanupApi } from '@slipstream/contract/cleanup'
import { type Db, inTransaction } from '@slipstream/db/client'
import { mount } from '#lib/http/mount.ts'
import type { RetentionRule } from '#lib/retention.ts'
import { planCleanup, startCleanup } from './cleanup.service.ts'

export const cleanupRoutes = (app: FastifyInstance, { db, rules }: { db: Db; rules: readonly RetentionRule[] }) => {
  mount(app, cleanupApi.plan, () => planCleanup(db, rules))
  mount(app, cleanupApi.run, ({ user, body }) =>
    inTransaction(db, (tx) => startCleanup(tx, user.id, new Date(body.at))),
  )
}
