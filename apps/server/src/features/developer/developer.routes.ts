import type { FastifyInstance } from 'fastify'
import { developerApi } from '@slipstream/contract/developer'
import { inTransaction } from '@slipstream/db/client'
import { done } from '#lib/http/done.ts'
import { mount } from '#lib/http/mount.ts'
import { type HealthParts, readHealth } from './health.service.ts'
import { switchMaintenance } from './maintenance.service.ts'
import { recordOperation } from './operations.service.ts'
import { changeTask, createTask, listTasks, removeTask } from './tasks.service.ts'

export const developerRoutes = (app: FastifyInstance, parts: HealthParts) => {
  const { db } = parts
  mount(app, developerApi.health, () => readHealth(parts))
  mount(app, developerApi.maintenance, ({ user, body }) =>
    inTransaction(db, (tx) => switchMaintenance(tx, user.id, body.enabled)),
  )
  mount(app, developerApi.ping, async ({ user }) => {
    await inTransaction(db, (tx) => recordOperation(tx, user.id, 'Ping'))
    return done('The server answers.')
  })
  taskRoutes(app, parts)
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
