import type { Access } from '@slipstream/contract/endpoint'
import { type Db, inTransaction } from '@slipstream/db/client'
import { gameVersions } from '@slipstream/db/tables/mod-releases'
import { developerPin } from '@slipstream/db/tables/users'
import { wishlistItems } from '@slipstream/db/tables/wishlist'
import { createCategory, createMod, createPicture, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { createUpload } from '@slipstream/db/testing/upload-factories'
import { issueBearer, type SessionRow, startSession } from '#features/auth/sessions.service.ts'
import { freshName, withToken } from './people.ts'
import type { TestStore } from './test-store.ts'

/**
 * Every call of the store and whom it lets in. Written by hand, because this is where a mistake in the contract would be
 * noticed: a new call is added here by who decided about it.
 */
export const CALLS: Record<string, Access> = {
  'GET /api/account': 'user',
  'PATCH /api/account': 'user',
  'DELETE /api/account': 'user',
  'DELETE /api/account/discord': 'user',
  'POST /api/account/email': 'user',
  'GET /api/account/export': 'user',
  'POST /api/account/password': 'user',
  'GET /api/account/sessions': 'user',
  'DELETE /api/account/sessions': 'user',
  'DELETE /api/account/sessions/:id': 'user',
  'GET /api/account/sign-ins': 'user',
  'POST /api/account/two-factor': 'user',
  'DELETE /api/account/two-factor': 'user',
  'POST /api/account/two-factor/confirm': 'user',
  'POST /api/account/two-factor/recovery-codes': 'user',
  'GET /api/admin/audit': 'admin',
  'GET /api/admin/audit/export': 'admin',
  'GET /api/admin/categories': 'admin',
  'POST /api/admin/categories': 'admin',
  'PATCH /api/admin/categories/:id': 'admin',
  'DELETE /api/admin/categories/:id': 'admin',
  'POST /api/admin/categories/order': 'admin',
  'GET /api/admin/compatibility': 'admin',
  'POST /api/admin/compatibility': 'admin',
  'POST /api/admin/compatibility/game-versions': 'admin',
  'DELETE /api/admin/compatibility/game-versions/:version': 'admin',
  'GET /api/admin/featured': 'admin',
  'POST /api/admin/featured': 'admin',
  'GET /api/admin/mods': 'admin',
  'GET /api/admin/mods/:id/uploads': 'admin',
  'POST /api/admin/mods': 'admin',
  'GET /api/admin/mods/:id': 'admin',
  'PATCH /api/admin/mods/:id': 'admin',
  'POST /api/admin/mods/:id/archive': 'admin',
  'POST /api/admin/mods/:id/draft': 'admin',
  'DELETE /api/admin/mods/:id/draft': 'admin',
  'POST /api/admin/mods/:id/duplicate': 'admin',
  'POST /api/admin/mods/:id/pictures': 'admin',
  'PATCH /api/admin/mods/:id/pictures/:pictureId': 'admin',
  'DELETE /api/admin/mods/:id/pictures/:pictureId': 'admin',
  'POST /api/admin/mods/:id/pictures/:pictureId/crop': 'admin',
  'POST /api/admin/mods/:id/pictures/order': 'admin',
  'POST /api/admin/mods/:id/pictures/upload': 'admin',
  'POST /api/admin/mods/:id/publish': 'admin',
  'DELETE /api/admin/mods/:id/publish': 'admin',
  'GET /api/admin/mods/:id/compatibility': 'admin',
  'GET /api/admin/mods/:id/releases': 'admin',
  'POST /api/admin/mods/:id/releases': 'admin',
  'POST /api/admin/mods/bulk': 'admin',
  'GET /api/admin/mods/export': 'admin',
  'PATCH /api/admin/releases/:id': 'admin',
  'DELETE /api/admin/releases/:id': 'admin',
  'POST /api/admin/releases/:id/publish': 'admin',
  'DELETE /api/admin/releases/:id/publish': 'admin',
  'POST /api/admin/releases/:id/withdraw': 'admin',
  'GET /api/admin/reviews': 'admin',
  'GET /api/admin/settings': 'admin',
  'POST /api/admin/uploads': 'admin',
  'GET /api/admin/uploads/:id': 'admin',
  'DELETE /api/admin/uploads/:id': 'admin',
  'POST /api/admin/uploads/:id/complete': 'admin',
  'POST /api/admin/uploads/:id/parts': 'admin',
  'POST /api/auth/admin-login': 'public',
  'POST /api/auth/discord/ticket': 'public',
  'POST /api/auth/forgot-password': 'public',
  'POST /api/auth/generate-token': 'user',
  'POST /api/auth/login': 'public',
  'POST /api/auth/logout': 'public',
  'GET /api/auth/options': 'public',
  'POST /api/auth/prove': 'user',
  'POST /api/auth/register': 'public',
  'POST /api/auth/reset-password': 'public',
  'POST /api/auth/second-factor': 'public',
  'GET /api/auth/user': 'user',
  'POST /api/auth/verify-email': 'public',
  'GET /api/categories': 'public',
  'GET /api/mods': 'public',
  'GET /api/mods/:id': 'public',
  'GET /api/mods/:id/related': 'public',
  'GET /api/mods/:id/reviews': 'public',
  'GET /api/mods/facets': 'public',
  'GET /api/releases': 'public',
  'GET /api/reviews/featured': 'public',
  'GET /api/site/status': 'public',
  'GET /api/site/store': 'public',
  'GET /api/team/categories': 'public',
  'GET /api/team/members': 'public',
  'GET /api/wishlist': 'user',
  'POST /api/wishlist': 'user',
  'DELETE /api/wishlist/:modId': 'user',
}

/** Routes that are no calls: for the supervisor, for readers of the API, for crawlers, and for a round trip to Discord. */
export const OTHER_ROUTES = [
  'ALL /api/*',
  'GET /api/auth/discord',
  'GET /api/auth/discord/callback',
  'GET /api/docs/',
  'GET /api/docs/js/scalar.js',
  'GET /api/docs/openapi.json',
  'GET /api/docs/openapi.yaml',
  'GET /feed.xml',
  'GET /healthz',
  'GET /readyz',
  'GET /robots.txt',
  'GET /sitemap-mods-:file(^[1-9]\\d{0,5}$).xml',
  'GET /sitemap-pages.xml',
  'GET /sitemap.xml',
]

const DEVICE = { ip: '127.0.0.1', userAgent: 'a test' }

interface SessionChanges {
  method?: SessionRow['method']
  notAfter?: Date
}

const newSession = (db: Db, userId: number, { method = 'password', notAfter }: SessionChanges = {}) =>
  inTransaction(db, async (tx) => {
    const { session } = await startSession(tx, { userId, method, ...DEVICE })
    const token = await issueBearer(tx, session, { isAdmin: false, ...(notAfter && { notAfter }) })
    return { id: session.id, token }
  })

const newMod = async (db: Db) => (await createMod(db, { categoryId: (await createCategory(db)).id })).id

/** One that cannot be removed, so that it is there for who asks next. */
const usedCategory = async (db: Db) => {
  const { id } = await createCategory(db)
  await createMod(db, { categoryId: id })
  return id
}

const newUpload = async (db: Db) => `/api/admin/uploads/${(await createUpload(db, { modId: await newMod(db) })).id}`

/** The only one of a published mod, which cannot be removed either. */
const newPicture = async (db: Db) => {
  const modId = await newMod(db)
  return `/api/admin/mods/${modId}/pictures/${(await createPicture(db, { modId })).id}`
}

const newRelease = async (db: Db) => (await createRelease(db, { modId: await newMod(db) })).id

/** For calls about one thing: makes such a thing, this user's where it belongs to somebody, and says its address. */
export const THINGS: Record<string, (db: Db, ownerId: number) => Promise<string>> = {
  'DELETE /api/account/sessions/:id': async (db, ownerId) =>
    `/api/account/sessions/${(await newSession(db, ownerId)).id}`,
  'PATCH /api/admin/categories/:id': async (db) => `/api/admin/categories/${await usedCategory(db)}`,
  'DELETE /api/admin/categories/:id': async (db) => `/api/admin/categories/${await usedCategory(db)}`,
  'GET /api/admin/mods/:id/uploads': async (db) => `/api/admin/mods/${await newMod(db)}/uploads`,
  'GET /api/admin/uploads/:id': (db) => newUpload(db),
  'DELETE /api/admin/uploads/:id': (db) => newUpload(db),
  'POST /api/admin/uploads/:id/complete': async (db) => `${await newUpload(db)}/complete`,
  'POST /api/admin/uploads/:id/parts': async (db) => `${await newUpload(db)}/parts`,
  'GET /api/admin/mods/:id': async (db) => `/api/admin/mods/${await newMod(db)}`,
  'PATCH /api/admin/mods/:id': async (db) => `/api/admin/mods/${await newMod(db)}`,
  'POST /api/admin/mods/:id/archive': async (db) => `/api/admin/mods/${await newMod(db)}/archive`,
  'POST /api/admin/mods/:id/draft': async (db) => `/api/admin/mods/${await newMod(db)}/draft`,
  'DELETE /api/admin/mods/:id/draft': async (db) => `/api/admin/mods/${await newMod(db)}/draft`,
  'POST /api/admin/mods/:id/duplicate': async (db) => `/api/admin/mods/${await newMod(db)}/duplicate`,
  'POST /api/admin/mods/:id/pictures': async (db) => `/api/admin/mods/${await newMod(db)}/pictures`,
  'PATCH /api/admin/mods/:id/pictures/:pictureId': async (db) => `${await newPicture(db)}`,
  'DELETE /api/admin/mods/:id/pictures/:pictureId': async (db) => `${await newPicture(db)}`,
  'POST /api/admin/mods/:id/pictures/:pictureId/crop': async (db) => `${await newPicture(db)}/crop`,
  'POST /api/admin/mods/:id/pictures/order': async (db) => `/api/admin/mods/${await newMod(db)}/pictures/order`,
  'POST /api/admin/mods/:id/pictures/upload': async (db) => `/api/admin/mods/${await newMod(db)}/pictures/upload`,
  'POST /api/admin/mods/:id/publish': async (db) => `/api/admin/mods/${await newMod(db)}/publish`,
  'DELETE /api/admin/mods/:id/publish': async (db) => `/api/admin/mods/${await newMod(db)}/publish`,
  'GET /api/admin/mods/:id/compatibility': async (db) => `/api/admin/mods/${await newMod(db)}/compatibility`,
  'DELETE /api/admin/compatibility/game-versions/:version': async (db) => {
    await db.insert(gameVersions).values({ version: '0.38' }).onConflictDoNothing()
    return '/api/admin/compatibility/game-versions/0.38'
  },
  'GET /api/admin/mods/:id/releases': async (db) => `/api/admin/mods/${await newMod(db)}/releases`,
  'POST /api/admin/mods/:id/releases': async (db) => `/api/admin/mods/${await newMod(db)}/releases`,
  'PATCH /api/admin/releases/:id': async (db) => `/api/admin/releases/${await newRelease(db)}`,
  'DELETE /api/admin/releases/:id': async (db) => `/api/admin/releases/${await newRelease(db)}`,
  'POST /api/admin/releases/:id/publish': async (db) => `/api/admin/releases/${await newRelease(db)}/publish`,
  'DELETE /api/admin/releases/:id/publish': async (db) => `/api/admin/releases/${await newRelease(db)}/publish`,
  'POST /api/admin/releases/:id/withdraw': async (db) => `/api/admin/releases/${await newRelease(db)}/withdraw`,
  'GET /api/mods/:id': async (db) => `/api/mods/${await newMod(db)}`,
  'GET /api/mods/:id/related': async (db) => `/api/mods/${await newMod(db)}/related`,
  'GET /api/mods/:id/reviews': async (db) => `/api/mods/${await newMod(db)}/reviews`,
  'DELETE /api/wishlist/:modId': async (db, ownerId) => {
    const modId = await newMod(db)
    await db.insert(wishlistItems).values({ userId: ownerId, modId })
    return `/api/wishlist/${modId}`
  },
}

/** The people of the matrix and their tokens. */
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
    // Banned by a change that forgot to end the session: the ban alone has to keep them out.
    banned: await tokenOf({ bannedAt: new Date() }),
    admin: await tokenOf({ isAdmin: true }),
    // Only who came from Discord is the developer.
    developer: await tokenOf(discord, { method: 'discord' }),
    'expired token': await tokenOf({}, { notAfter: new Date(0) }),
    'token of a signed-out session': signedOut,
  }
  return { user, tokens }
}
type Role = keyof Awaited<ReturnType<typeof newCast>>['tokens']

const OUTSIDERS = { visitor: 401, banned: 403, 'expired token': 401, 'token of a signed-out session': 401 } as const

/** What each of them gets from a call, by whom it is for. */
export const VERDICTS: Record<Access, Record<Role, 'let in' | 401 | 403>> = {
  public: {
    visitor: 'let in',
    user: 'let in',
    'other user': 'let in',
    banned: 'let in',
    admin: 'let in',
    developer: 'let in',
    'expired token': 'let in',
    'token of a signed-out session': 'let in',
  },
  user: { ...OUTSIDERS, user: 'let in', 'other user': 'let in', admin: 'let in', developer: 'let in' },
  admin: { ...OUTSIDERS, user: 403, 'other user': 403, admin: 'let in', developer: 'let in' },
  developer: { ...OUTSIDERS, user: 403, 'other user': 403, admin: 403, developer: 'let in' },
}
