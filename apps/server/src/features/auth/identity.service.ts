import { LRUCache } from 'lru-cache'
import type { Db } from '@slipstream/db/client'
import type { UserRow } from './current-user.ts'
import { banError, isBanned } from '#lib/is-banned.ts'
import { atMost } from '#lib/cache/at-most.ts'
import type { ChangeBus } from '#lib/cache/change-bus.ts'
import type { CurrentUser } from '#lib/current-user.ts'
import { isDatabaseUnavailable } from '#lib/database-unavailable.ts'
import { hashOf } from './secret.ts'
import { findSession, findSessionsById, type FoundSession, type SessionRow } from './sessions.service.ts'

/** How long the cache can be stale in a process that misses an announcement. */
const TTL_MS = 5_000
/** How long polls of open pages stay signed in while the database is down. */
const LAST_GOOD_MS = 30_000
const MOST_REMEMBERED = 50_000

/** The credentials a request carries. */
export interface Credentials {
  cookie: string | null
  bearer: string | null
}

export interface SignedIn {
  user: CurrentUser
  row: UserRow
  session: SessionRow
  via: 'cookie' | 'bearer'
}

export interface Identity {
  /**
   * Resolves credentials to a user, or null; banned users are refused. Cached users are returned without a query. For
   * polls, the cached answer is used a little longer if the database is down.
   */
  identify: (credentials: Credentials, isPoll: boolean) => SignedIn | null | Promise<SignedIn | null>
  rightsOf: (found: Pick<FoundSession, 'user' | 'session' | 'pinnedDeveloper'>) => CurrentUser
  /** The rights that these sessions have now. Ended sessions and those of banned users are left out. */
  rightsOfSessions: (ids: readonly number[]) => Promise<CurrentUser[]>
  /** Drops the cached sessions of this user, or of all. */
  forget: (userId?: number) => void
}

interface IdentityOptions {
  db: Db
  bus: ChangeBus
  developerDiscordUsername: string
}

type Remembered = FoundSession & { readAt: number }

/** One database lookup of the session behind a secret. */
interface Look {
  kind: SignedIn['via']
  hash: string
  key: string
  known: Remembered | undefined
  isPoll: boolean
}

/**
 * Sessions are rows in PostgreSQL. Each process caches those in use for a few seconds and drops a user's entries as
 * soon as a change is announced, so an active user costs few queries and a ban takes effect almost at once.
 */
export const openIdentity = ({ db, bus, developerDiscordUsername }: IdentityOptions): Identity => {
  const keysOfUser = new Map<number, Set<string>>()
  const remembered = new LRUCache<string, Remembered>({
    ...atMost(MOST_REMEMBERED),
    dispose: ({ user }, key) => {
      const keys = keysOfUser.get(user.id)
      keys?.delete(key)
      if (keys?.size === 0) keysOfUser.delete(user.id)
    },
  })
  let announcements = 0
  const forget: Identity['forget'] = (id) => {
    announcements += 1
    if (id === undefined) remembered.clear()
    else for (const key of keysOfUser.get(id) ?? []) remembered.delete(key)
  }
  bus.onChange('user', forget)

  const isKnownFor = (known: Remembered | undefined, kind: SignedIn['via'], ms: number): known is Remembered => {
    const now = Date.now()
    return known !== undefined && now - known.readAt < ms && isAlive(kind, known.session, now)
  }

  const find = (kind: SignedIn['via'], secret: string, isPoll: boolean) => {
    const hash = hashOf(secret)
    const key = `${kind} ${hash}`
    const known = remembered.get(key)
    return isKnownFor(known, kind, TTL_MS) ? known : look({ kind, hash, key, known, isPoll })
  }

  const look = async ({ kind, hash, key, known, isPoll }: Look) => {
    const before = announcements
    try {
      const found = await findSession(db, kind, hash)
      remembered.delete(key)
      // If a change was announced during the read, the result may already be stale.
      if (found && before === announcements) remember(key, found)
      return found
    } catch (error) {
      if (isPoll && before === announcements && isDatabaseUnavailable(error) && isKnownFor(known, kind, LAST_GOOD_MS))
        return known
      throw error
    }
  }

  const remember = (key: string, found: FoundSession) => {
    remembered.set(key, { ...found, readAt: Date.now() })
    const keys = keysOfUser.get(found.user.id) ?? new Set()
    keysOfUser.set(found.user.id, keys.add(key))
  }

  const rightsOf: Identity['rightsOf'] = ({ user, session, pinnedDeveloper }) => {
    // The name alone can be taken over and the id alone can be a former developer's, so the pin holds both. Only a
    // sign-in with Discord proves them.
    const isDeveloper = session.method === 'discord' && pinnedDeveloper === developerDiscordUsername
    return { id: user.id, sessionId: session.id, isAdmin: user.isAdmin || isDeveloper, isDeveloper }
  }

  return {
    rightsOf,
    rightsOfSessions: async (ids) => {
      const found = ids.length === 0 ? [] : await findSessionsById(db, ids)
      return found.filter(({ user }) => !isBanned(user)).map(rightsOf)
    },
    forget,
    identify: ({ cookie, bearer }, isPoll) => {
      const via = bearer === null ? 'cookie' : 'bearer'
      const secret = bearer ?? cookie
      const signedIn = (found: FoundSession | null): SignedIn | null => {
        if (!found) return null
        if (isBanned(found.user)) throw banError(found.user)
        return { user: rightsOf(found), row: found.user, session: found.session, via }
      }
      const found = secret === null ? null : find(via, secret, isPoll)
      return found instanceof Promise ? found.then(signedIn) : signedIn(found)
    },
  }
}

const isAlive = (kind: SignedIn['via'], { expiresAt, bearerExpiresAt }: SessionRow, now: number) =>
  expiresAt.getTime() > now && (kind === 'cookie' || (bearerExpiresAt !== null && bearerExpiresAt.getTime() > now))
