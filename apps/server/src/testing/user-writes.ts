import type { WritableDb } from '@slipstream/db/client'
import { userNotes, type users } from '@slipstream/db/tables/users'
import { createUser } from '@slipstream/db/testing/factories'
import { freshName, type Person } from './people.ts'

type Call = Parameters<Person['call']>

interface About {
  db: WritableDb
  adminId: number
  /** A customer with a paid order. */
  userId: number
}

const REASON = { reason: 'Asked for by mail' }
const newUser = (db: WritableDb, values: Partial<typeof users.$inferInsert> = {}) =>
  createUser(db, { username: freshName(), ...values })

const onUser =
  (act: string, body: object, values: Partial<typeof users.$inferInsert> = {}) =>
  async ({ db }: About): Promise<Call> => ['POST', `/api/admin/users/${(await newUser(db, values)).id}${act}`, body]

const onUserWithoutBody =
  (act: string, values: Partial<typeof users.$inferInsert> = {}) =>
  async ({ db }: About): Promise<Call> => ['POST', `/api/admin/users/${(await newUser(db, values)).id}${act}`]

/** What administrators do to the accounts of customers, by endpoint. */
export const WRITES_ON_USERS: Record<string, (about: About) => Promise<Call>> = {
  'POST /api/admin/users': async () => {
    const username = freshName()
    return ['POST', '/api/admin/users', { username, email: `${username}@customer.example`, isAdmin: false }]
  },
  'POST /api/admin/users/:id/invite': onUserWithoutBody('/invite', { passwordHash: null }),
  'POST /api/admin/users/:id/notes': onUser('/notes', { body: 'Sends useful logs.' }),
  'DELETE /api/admin/users/:id/notes/:noteId': async ({ db, adminId, userId }) => {
    const [note] = await db.insert(userNotes).values({ userId, authorId: adminId, body: 'Old' }).returning()
    return ['DELETE', `/api/admin/users/${userId}/notes/${note?.id}`]
  },
  'POST /api/admin/users/:id/ban': onUser('/ban', { ...REASON, endsAt: null }),
  'POST /api/admin/users/:id/unban': onUserWithoutBody('/unban', { bannedAt: new Date() }),
  'POST /api/admin/users/:id/role': onUser('/role', { isAdmin: true }),
  'POST /api/admin/users/:id/sign-out': onUser('/sign-out', { sessionId: null }),
  'POST /api/admin/users/:id/move-purchases': async ({ db, userId }) => {
    const { username } = await newUser(db)
    return ['POST', `/api/admin/users/${userId}/move-purchases`, { ...REASON, username }]
  },
  'POST /api/admin/users/:id/personal-data': onUserWithoutBody('/personal-data'),
  'POST /api/admin/users/:id/erase': async ({ db }) => {
    const { id, username } = await newUser(db)
    return ['POST', `/api/admin/users/${id}/erase`, { ...REASON, username }]
  },
}
