import type { FastifyInstance } from 'fastify'
import { teamApi } from '@slipstream/contract/team'
import type { Db } from '@slipstream/db/client'
import { mountPrepared } from '#lib/http/mount.ts'
import { encodeAnswer } from '#lib/cache/prepared-answer.ts'
import type { SharedCache } from '#lib/cache/shared-cache.ts'
import { listTeamCategories, listTeamMembers } from './team.service.ts'

export const teamRoutes = (app: FastifyInstance, { db, cache }: { db: Db; cache: SharedCache }) => {
  mountPrepared(app, teamApi.categories, () =>
    cache.remember('team', 'categories', async () => encodeAnswer(teamApi.categories, await listTeamCategories(db))),
  )
  mountPrepared(app, teamApi.members, () =>
    cache.remember('team', 'members', async () => encodeAnswer(teamApi.members, await listTeamMembers(db))),
  )
}
