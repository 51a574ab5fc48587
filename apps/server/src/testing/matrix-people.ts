import { type Db, inTransaction } from '@slipstream/db/client'
import { developerPin } from '@slipstream/db/tables/users'
import { createUser } from '@slipstream/db/testing/factories'
import { issueBearer, type SessionRow, startSession } from '#features/auth/sessions.service.ts'
import { freshName, withToken } from './people.ts'
import type { TestStore } from './test-store.ts'

const DEVICE = { ip: '127.0.0.1', userAgent: 'a test' }

interface SessionChanges {
  method?: SessionRow['method']
  notAfter?: Date
}

export const newSession = (db: Db, userId: number, { method = 'password', notAfter }: SessionChanges = {}) =>
  inTransaction(db, async (tx) => {
    const { session } = await startSession(tx, { userId, method, ...DEVICE })
    const token = await issueBearer(tx, session, { isAdmin: false, ...(notAfter && { notAfter }) })
    return { id: session.id, token }
  })

/** The people of the access matrix and their tokens. */
export const newCast = async ({ app, db, config }: TestStore) => {
  const discord = { discordId: '1170001008000000001', discordUsername: config.developerDiscordUsername }
  await db.insert(developerPin).values(discord)

  const user = await createUser(db, { username: freshName() })
  const tokenOf = async (values: Parameters<typeof createUser>[1] = {}, changes: SessionChanges = {}) =>
    (await newSession(db, (await createUser(db, { username: freshName(), ...values })).id, changes)).token
  const signedOut = await tokenOf()
  await withToken(app, signedOut)('POST', '/api/auth/logout')

  const tokens = {
    visitor: null,
    user: (await newSession(db, user.id)).token,
    'other user': await tokenOf(),
    // Banned without ending the session: the ban alone has to refuse them.
    banned: await tokenOf({ bannedAt: new Date() }),
    admin: await tokenOf({ isAdmin: true }),
    // Only a person who signed in with Discord can be the developer.
    developer: await tokenOf(discord, { method: 'discord' }),
    'expired token': await tokenOf({}, { notAfter: new Date(0) }),
    'token of a signed-out session': signedOut,
  }
  return { user, tokens }
}
