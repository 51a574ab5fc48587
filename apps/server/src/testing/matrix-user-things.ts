import type { WritableDb } from '@slipstream/db/client'
import { userNotes } from '@slipstream/db/tables/users'
import { createUser } from '@slipstream/db/testing/factories'
import { freshName } from './people.ts'

type Make = (db: WritableDb, ownerId: number) => Promise<string>

const newUser = async (db: WritableDb) => (await createUser(db, { username: freshName() })).id
const ofUser = (act: string) => async (db: WritableDb) => `/api/admin/users/${await newUser(db)}${act}`

/** The things of matrix-things.ts that belong to the accounts of customers. */
export const USER_THINGS: Record<string, Make> = {
  'GET /api/admin/users/:id': ofUser(''),
  'GET /api/admin/users/:id/timeline': ofUser('/timeline'),
  'POST /api/admin/users/:id/ban': ofUser('/ban'),
  'POST /api/admin/users/:id/erase': ofUser('/erase'),
  'POST /api/admin/users/:id/invite': ofUser('/invite'),
  'POST /api/admin/users/:id/move-purchases': ofUser('/move-purchases'),
  'POST /api/admin/users/:id/notes': ofUser('/notes'),
  'DELETE /api/admin/users/:id/notes/:noteId': async (db, authorId) => {
    const userId = await newUser(db)
    const [note] = await db.insert(userNotes).values({ userId, authorId, body: 'Sends useful logs.' }).returning()
    return `/api/admin/users/${userId}/notes/${note?.id}`
  },
  'POST /api/admin/users/:id/personal-data': ofUser('/personal-data'),
  'POST /api/admin/users/:id/role': ofUser('/role'),
  'POST /api/admin/users/:id/sign-out': ofUser('/sign-out'),
  'POST /api/admin/users/:id/unban': ofUser('/unban'),
}
