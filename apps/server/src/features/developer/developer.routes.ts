import type { FastifyInstance } from 'fastify'
import { developerApi } from '@slipstream/contract/developer'
import { inTransaction } from '@slipstream/db/client'
import type { Cdn } from '#gateways/cdn.ts'
import { DomainError } from '#lib/domain-error.ts'
import { done } from '#lib/http/done.ts'
import { mount } from '#lib/http/mount.ts'
import { readLogLines } from '#lib/log-stream.ts'
import { checkDatabase } from './db-check.service.ts'
import { type HealthParts, readHealth } from './health.service.ts'
import { cancelMaintenance, planMaintenance, switchMaintenance } from './maintenance.service.ts'
import { recordOperation } from './operations.service.ts'
import { purgeCaches } from './purge.service.ts'
import { changeTask, createTask, listTasks, removeTask } from './tasks.service.ts'
import { dropSitemap, warm } from './warm.service.ts'

interface DeveloperParts extends HealthParts {
  cdn: Cdn
  publicUrl: string
}

export const developerRoutes = (app: FastifyInstance, parts: DeveloperParts) => {
  const { db, redis } = parts
  mount(app, developerApi.health, () => readHealth(parts))
  mount(app, developerApi.logs, async ({ query }) => {
    const lines = await readLogLines(redis, query.limit)
    if (lines === null) throw new DomainError('developer.logs_away')
    return { lines }
  })
  mount(app, developerApi.maintenance, ({ user, body }) =>
    inTransaction(db, (tx) => switchMaintenance(tx, user.id, body.enabled)),
  )
  mount(app, developerApi.planMaintenance, ({ user, body }) =>
    inTransaction(db, (tx) => planMaintenance(tx, user.id, body)),
  )
  mount(app, developerApi.cancelMaintenance, ({ user }) => inTransaction(db, (tx) => cancelMaintenance(tx, user.id)))
  operationRoutes(app, parts)
  taskRoutes(app, parts)
}

const operationRoutes = (app: FastifyInstance, parts: DeveloperParts) => {
  const { db, publicUrl } = parts
  const record = (actorId: number, name: string) => inTransaction(db, (tx) => recordOperation(tx, actorId, name))
  const ask = (url: string) => app.inject({ method: 'GET', url })

  mount(app, developerApi.ping, async ({ user }) => {
    await record(user.id, 'Ping')
    return done('The server is responding.')
  })
  mount(app, developerApi.purge, ({ user }) => purgeCaches(parts, user.id))
  mount(app, developerApi.dbCheck, async ({ user }) => {
    await record(user.id, 'Database check')
    return checkDatabase(db, parts.redact)
  })
  mount(app, developerApi.revalidateSitemap, async ({ user }) => {
    await inTransaction(db, async (tx) => {
      await dropSitemap(tx, publicUrl)
      await recordOperation(tx, user.id, 'Revalidate sitemap')
    })
    return done('The sitemap will be written again.')
  })
  mount(app, developerApi.warmMods, async ({ user }) => {
    await record(user.id, 'Warm featured mods')
    await warm(ask, '/api/mods?featured=true&limit=3')
    return done('The featured mods are warm.')
  })
  mount(app, developerApi.warmReviews, async ({ user }) => {
    await record(user.id, 'Warm featured reviews')
    await warm(ask, '/api/reviews/featured')
    return done('The featured reviews are warm.')
  })
}

const taskRoutes = (app: FastifyInstance, { db }: Pick<HealthParts, 'db'>) => {
  mount(app, developerApi.tasks, () => listTasks(db))
  mount(app, developerApi.createTask, ({ user, body }) => inTransaction(db, (tx) => createTask(tx, user.id, body)))
  mount(app, developerApi.changeTask, ({ user, params, body }) =>
    inTransaction(db, (tx) => changeTask(tx, user.id, params.id, body)),
  )
  mount(app, developerApi.removeTask, async ({ user, params }) => {
    await inTransaction(db, (tx) => removeTask(tx, user.id, params.id))
    return done('The task is deleted.')
  })
}
