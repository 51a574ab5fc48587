import type { WritableDb } from '@slipstream/db/client'
import { userNotes } from '@slipstream/db/tables/users'
import { createUser } from '@slipstream/db/testing/factories'
import type { Make } from './matrix-maker.ts'
import { freshName } from './people.ts'

const newUser = async (db: WritableDb) => (await createUser(db, { username: freshName() })).id

/** The makers of matrix-things.ts that belong to the accounts of customers. */
export const USER_MAKERS: Record<string, Make> = {
  '/api/admin/users/:id': newUser,
  '/api/admin/users/:id/notes/:noteId': async (db, authorId) => {
    const userId = await newUser(db)
    const [note] = await db.insert(userNotes).values({ userId, authorId, body: 'Sends useful logs.' }).returning()
    return [userId, note?.id ?? 0]
  },
}
