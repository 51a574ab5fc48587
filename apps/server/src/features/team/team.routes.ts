import type { FastifyInstance } from 'fastify'
import { teamApi } from '@slipstream/contract/team'
import { teamAdminApi } from '@slipstream/contract/team-admin'
import { type Db, inTransaction } from '@slipstream/db/client'
import { offerIncoming } from '#features/pictures/incoming-picture.ts'
import type { Storage } from '#gateways/storage.ts'
import { mount, mountPrepared } from '#lib/http/mount.ts'
import { encodeAnswer } from '#lib/cache/prepared-answer.ts'
import type { SharedCache } from '#lib/cache/shared-cache.ts'
import {
  createCategory,
  editCategory,
  listAdminCategories,
  orderCategories,
  removeCategory,
} from './edit-categories.service.ts'
import { createMember, editMember, listAdminMembers, orderMembers, removeMember } from './edit-members.service.ts'
import { assertPictureStored, storeMemberPicture, TEAM_INCOMING } from './member-picture.ts'
import { listTeamCategories, listTeamMembers } from './team.service.ts'

interface TeamParts {
  db: Db
  cache: SharedCache
  storage: Storage
}

export const teamRoutes = (app: FastifyInstance, { db, cache, storage }: TeamParts) => {
  mountPrepared(app, teamApi.categories, () =>
    cache.remember('team', 'categories', async () => encodeAnswer(teamApi.categories, await listTeamCategories(db))),
  )
  mountPrepared(app, teamApi.members, () =>
    cache.remember('team', 'members', async () => encodeAnswer(teamApi.members, await listTeamMembers(db, storage))),
  )
  editCategories(app, db)
  editMembers(app, db, storage)
}

const editCategories = (app: FastifyInstance, db: Db) => {
  mount(app, teamAdminApi.categories, () => listAdminCategories(db))
  mount(app, teamAdminApi.createCategory, ({ user, body }) =>
    inTransaction(db, (tx) => createCategory(tx, user.id, body)),
  )
  mount(app, teamAdminApi.editCategory, ({ user, params, body }) =>
    inTransaction(db, (tx) => editCategory(tx, user.id, params.id, body)),
  )
  mount(app, teamAdminApi.orderCategories, ({ user, body }) =>
    inTransaction(db, (tx) => orderCategories(tx, user.id, body.ids)),
  )
  mount(app, teamAdminApi.removeCategory, async ({ user, params }) => {
    await inTransaction(db, (tx) => removeCategory(tx, user.id, params.id))
    return null
  })
}

const editMembers = (app: FastifyInstance, db: Db, storage: Storage) => {
  mount(app, teamAdminApi.members, () => listAdminMembers(db, storage))
  mount(app, teamAdminApi.createMember, async ({ user, body }) => {
    await assertPictureStored(storage, body.avatarKey)
    return inTransaction(db, (tx) => createMember(tx, { actorId: user.id, addresses: storage }, body))
  })
  mount(app, teamAdminApi.editMember, async ({ user, params, body }) => {
    await assertPictureStored(storage, body.avatarKey)
    return inTransaction(db, (tx) => editMember(tx, { actorId: user.id, addresses: storage }, params.id, body))
  })
  mount(app, teamAdminApi.orderMembers, ({ user, body }) =>
    inTransaction(db, (tx) => orderMembers(tx, { actorId: user.id, addresses: storage }, body)),
  )
  mount(app, teamAdminApi.removeMember, async ({ user, params }) => {
    await inTransaction(db, (tx) => removeMember(tx, user.id, params.id))
    return null
  })
  mount(app, teamAdminApi.offerPicture, ({ body }) => offerIncoming(storage, TEAM_INCOMING, body.contentType))
  mount(app, teamAdminApi.storePicture, ({ user, body }) => storeMemberPicture(storage, user.id, body.key))
}
