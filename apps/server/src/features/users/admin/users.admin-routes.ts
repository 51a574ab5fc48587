import type { FastifyInstance } from 'fastify'
import { usersAdminApi } from '@slipstream/contract/users-admin'
import { usersTrackingApi } from '@slipstream/contract/users-tracking'
import { type Db, inTransaction } from '@slipstream/db/client'
import type { AuthParts } from '#features/auth/auth-parts.ts'
import type { CurrentUser } from '#lib/current-user.ts'
import { done } from '#lib/http/done.ts'
import { mount, mountCsv } from '#lib/http/mount.ts'
import type { PersonalData } from '#lib/personal-data.ts'
import { exportUsers, listUsers, readUserFigures } from './list-users.service.ts'
import { movePurchases } from './move-purchases.service.ts'
import { readUser } from './read-user.service.ts'
import { listDevices, listDownloads, listSignIns, readSignals } from './tracking.service.ts'
import {
  addNote,
  ban,
  changeRole,
  create,
  erase,
  exportPerson,
  inviteAgain,
  liftBan,
  removeNote,
  signOut,
} from './user-acts.service.ts'
import { readTimeline } from './user-timeline.service.ts'

interface Parts {
  db: Db
  auth: Pick<AuthParts, 'developerDiscordUsername' | 'discordCdnUrl'>
  personalData: readonly PersonalData[]
}

export const usersAdminRoutes = (app: FastifyInstance, { db, auth, personalData }: Parts) => {
  const { developerDiscordUsername, discordCdnUrl } = auth
  const lists = { db, developerDiscordUsername, discordCdnUrl }
  const actorOf = ({ id, sessionId }: CurrentUser) => ({ id, sessionId, developerDiscordUsername })

  mount(app, usersAdminApi.list, ({ query }) => listUsers(lists, query))
  mount(app, usersAdminApi.figures, () => readUserFigures(db))
  mountCsv(app, usersAdminApi.export, ({ query }) => exportUsers(lists, query))
  mount(app, usersAdminApi.user, ({ user, params }) => readUser(lists, params.id, user.id))
  mount(app, usersAdminApi.timeline, ({ params, query }) => readTimeline(db, params.id, query.after))

  mount(app, usersAdminApi.create, ({ user, body }) => inTransaction(db, (tx) => create(tx, body, actorOf(user))))
  mount(app, usersAdminApi.invite, async ({ user, params }) => {
    await inTransaction(db, (tx) => inviteAgain(tx, params.id, actorOf(user)))
    return done('The invitation is on its way.')
  })
  mount(app, usersAdminApi.addNote, ({ user, params, body }) =>
    inTransaction(db, (tx) => addNote(tx, params.id, body.body, actorOf(user))),
  )
  mount(app, usersAdminApi.removeNote, async ({ user, params }) => {
    await inTransaction(db, (tx) => removeNote(tx, params, actorOf(user)))
    return done('The note was removed.')
  })
  mount(app, usersAdminApi.ban, async ({ user, params, body }) => {
    await inTransaction(db, (tx) => ban(tx, params.id, body, actorOf(user)))
    return done('The account is banned and signed out everywhere.')
  })
  mount(app, usersAdminApi.unban, async ({ user, params }) => {
    await inTransaction(db, (tx) => liftBan(tx, params.id, actorOf(user)))
    return done('The ban is lifted.')
  })
  mount(app, usersAdminApi.role, async ({ user, params, body }) => {
    await inTransaction(db, (tx) => changeRole(tx, params.id, body.isAdmin, actorOf(user)))
    return done('The role was changed. The person has to sign in again.')
  })
  mount(app, usersAdminApi.signOut, async ({ user, params, body }) => {
    await inTransaction(db, (tx) => signOut(tx, params.id, body.sessionId, actorOf(user)))
    return done('Signed out.')
  })
  mount(app, usersAdminApi.movePurchases, ({ user, params, body }) =>
    inTransaction(db, (tx) => movePurchases(tx, params.id, { ...body, actor: actorOf(user) })),
  )
  mount(app, usersAdminApi.personalData, ({ user, params }) =>
    inTransaction(db, (tx) => exportPerson(tx, personalData, params.id, actorOf(user))),
  )
  mount(app, usersAdminApi.erase, async ({ user, params, body }) => {
    await inTransaction(db, (tx) => erase(tx, personalData, params.id, { ...body, actor: actorOf(user) }))
    return done('The account was erased.')
  })

  mount(app, usersTrackingApi.signals, () => readSignals(db))
  mount(app, usersTrackingApi.signIns, ({ query }) => listSignIns(db, query))
  mount(app, usersTrackingApi.devices, ({ query }) => listDevices(db, query))
  mount(app, usersTrackingApi.downloads, ({ query }) => listDownloads(db, query))
}
