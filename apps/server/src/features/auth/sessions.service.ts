import { and, eq, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '@slipstream/contract/durations'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { sessions } from '@slipstream/db/tables/auth'
import { developerPin, users } from '@slipstream/db/tables/users'
import { announceChange } from '#lib/cache/change-bus.ts'
import { hashOf, newSecret } from './secret.ts'

declare module '#lib/cache/change-bus.ts' {
  interface Topics {
    user: unknown
  }
}

/** An idle session ends; one in use also ends, only later. */
export const SESSION_IDLE_MS = 14 * DAY_MS
export const SESSION_LONGEST_MS = 90 * DAY_MS
/** The token, which scripts can read, lives shorter than the cookie; the browser renews it by itself. */
const BEARER_MS = 12 * 60 * 60 * 1_000
const ADMIN_BEARER_MS = 4 * 60 * 60 * 1_000
/** Recording every use would turn each request into a write. */
const NOTE_USE_EVERY_MS = 10 * 60 * 1_000

export interface Device {
  ip: string
  userAgent: string
}

export type SessionRow = typeof sessions.$inferSelect

interface NewSession extends Device {
  userId: number
  method: SessionRow['method']
}

/** Starts a session with fresh secrets, so that nothing a browser brought along can fixate it. */
export const startSession = async (tx: Tx, { userId, method, ip, userAgent }: NewSession) => {
  const cookie = newSecret()
  const [session] = await tx
    .insert(sessions)
    .values({
      userId,
      method,
      ip,
      userAgent: userAgent.slice(0, 300),
      cookieHash: hashOf(cookie),
      expiresAt: new Date(Date.now() + SESSION_IDLE_MS),
    })
    .returning()
  if (!session) throw new Error('the session was not written')
  await noteActivity(tx, userId)
  return { session, cookie }
}

interface BearerLife {
  isAdmin: boolean
  /** Limits renewal by an old token: a stolen one must not be extended forever. */
  notAfter?: Date | null
}

/** Issues a new token; the session's previous one ends. */
export const issueBearer = async (
  tx: Tx,
  session: Pick<SessionRow, 'id' | 'userId'>,
  { isAdmin, notAfter }: BearerLife,
) => {
  const bearer = newSecret()
  const longest = Date.now() + (isAdmin ? ADMIN_BEARER_MS : BEARER_MS)
  const bearerExpiresAt = new Date(Math.min(longest, notAfter?.getTime() ?? longest))
  await tx
    .update(sessions)
    .set({ bearerHash: hashOf(bearer), bearerExpiresAt })
    .where(eq(sessions.id, session.id))
  await announceChange(tx, 'user', session.userId)
  return bearer
}

/** The session of a secret, with everything that decides its rights. One query on one unique index. */
export const findSession = async (db: Db, kind: 'cookie' | 'bearer', secretHash: string) => {
  const isTheirs =
    kind === 'cookie'
      ? eq(sessions.cookieHash, secretHash)
      : and(eq(sessions.bearerHash, secretHash), gt(sessions.bearerExpiresAt, sql`now()`))
  const [found] = await selectSessions(db, isTheirs)
  return found ?? null
}
export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** The given sessions, without those that have ended. */
export const findSessionsById = (db: Db, ids: readonly number[]) => selectSessions(db, inArray(sessions.id, [...ids]))

const selectSessions = (db: Db, condition: SQL | undefined) =>
  db
    .select({ session: sessions, user: users, pinnedDeveloper: developerPin.discordUsername })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(
      developerPin,
      and(
        eq(developerPin.discordUsername, sql`lower(${users.discordUsername})`),
        eq(developerPin.discordId, users.discordId),
      ),
    )
    .where(and(condition, gt(sessions.expiresAt, sql`now()`)))

/** Inactive accounts are erased after years, so one write per day is exact enough. */
const noteActivity = async (tx: Tx, userId: number) => {
  await tx
    .update(users)
    .set({ lastActiveAt: sql`now()` })
    .where(and(eq(users.id, userId), lt(users.lastActiveAt, sql`now() - interval '1 day'`)))
}

/** Extends a session in use, at most every few minutes; returns whether it did. Polls must not call this. */
export const noteUse = async (db: Db, { id, userId, usedAt, createdAt }: SessionRow, now = Date.now()) => {
  if (now - usedAt.getTime() < NOTE_USE_EVERY_MS) return false
  const expiresAt = new Date(Math.min(now + SESSION_IDLE_MS, createdAt.getTime() + SESSION_LONGEST_MS))
  await inTransaction(db, async (tx) => {
    await tx
      .update(sessions)
      .set({ usedAt: new Date(now), expiresAt })
      .where(eq(sessions.id, id))
    await noteActivity(tx, userId)
  })
  return true
}

export const noteProof = async (tx: Tx, { id, userId }: Pick<SessionRow, 'id' | 'userId'>) => {
  await tx.update(sessions).set({ provenAt: new Date() }).where(eq(sessions.id, id))
  await announceChange(tx, 'user', userId)
}

/** Ends one session of this user; false if it is not theirs. */
export const endSession = async (tx: Tx, userId: number, sessionId: number) => {
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  await announceChange(tx, 'user', userId)
  return ended.length > 0
}

/** Ends all sessions of this user except the one to keep. */
export const endSessions = async (tx: Tx, userId: number, keep?: number) => {
  const others = keep === undefined ? undefined : ne(sessions.id, keep)
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), others))
  await announceChange(tx, 'user', userId)
}

/** Ends the sessions of the secrets the browser still has. Returns the ids of the users they belonged to. */
export const endSessionsOf = async (tx: Tx, secrets: { cookie: string | null; bearer: string | null }) => {
  const ended = await tx
    .delete(sessions)
    .where(or(isSecretOf(sessions.cookieHash, secrets.cookie), isSecretOf(sessions.bearerHash, secrets.bearer)))
    .returning({ userId: sessions.userId })
  for (const { userId } of ended) await announceChange(tx, 'user', userId)
  return ended.map(({ userId }) => userId)
}

/** Never undefined, because an undefined condition would match every session. */
const isSecretOf = (column: typeof sessions.cookieHash | typeof sessions.bearerHash, secret: string | null) =>
  secret === null ? sql`false` : eq(column, hashOf(secret))
