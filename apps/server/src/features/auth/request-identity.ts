import type { FastifyRequest } from 'fastify'
import type { Db } from '@slipstream/db/client'
import type { LiveSettings } from '#features/settings/live-settings.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import type { Gate } from '#lib/http/gate.ts'
import type { CookieJar } from './session-cookie.ts'
import type { Credentials, Identity, SignedIn } from './identity.service.ts'
import { hasSecondFactor } from './second-factors.ts'
import { noteUse } from './sessions.service.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

interface RequestIdentityOptions {
  db: Db
  identity: Identity
  cookies: CookieJar
  settings: LiveSettings
  publicUrl: string
  adminsNeedSecondFactor: boolean
}

export interface RequestIdentity extends Gate {
  /** What the request shows to say who it is. Refuses what a foreign page sent with the user's cookie. */
  credentialsOf: (request: FastifyRequest) => Credentials
  /** Everything about who is asking; only for routes whose access lets in nobody else. */
  signedIn: (request: FastifyRequest) => SignedIn
}

/** Who sends a request, and whether the store itself made the browser send it. */
export const createRequestIdentity = (options: RequestIdentityOptions): RequestIdentity => {
  const { db, identity, cookies, settings, publicUrl, adminsNeedSecondFactor } = options
  const known = new WeakMap<FastifyRequest, SignedIn>()
  const ourOrigin = new URL(publicUrl).origin

  /** A cookie travels with whatever a foreign page sends; the header and the origin do not. */
  const isOurs = ({ method, headers }: FastifyRequest) =>
    SAFE_METHODS.has(method) || (headers['x-requested-with'] === 'XMLHttpRequest' && headers.origin === ourOrigin)

  const credentialsOf = (request: FastifyRequest): Credentials => {
    const cookie = cookies.read(request, 'session')
    const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? null
    if (cookie !== null && bearer === null && !isOurs(request)) throw new DomainError('auth.foreign_origin')
    return { cookie, bearer }
  }

  return {
    credentialsOf,
    isInMaintenance: () => settings.current().maintenanceMode,
    identify: (request) => {
      const isPoll = request.method === 'GET' && request.routeOptions.config.api?.poll === true
      const note = (found: SignedIn | null) => {
        if (!found) return null
        known.set(request, found)
        return found.user
      }
      const found = identity.identify(credentialsOf(request), isPoll)
      return found instanceof Promise ? found.then(note) : note(found)
    },
    noteUse: async (request) => {
      const found = known.get(request)
      if (found && (await noteUse(db, found.session))) identity.forget(found.user.id)
    },
    forget: identity.forget,
    signedIn: (request) => {
      const found = known.get(request)
      if (!found) throw new Error('the route lets in visitors, who are nobody')
      return found
    },
    lacksSecondFactor: (request) => {
      const found = known.get(request)
      const { adminsNeedTwoFactor, isDemo } = settings.current()
      // Everybody knows the demo's password, so a second factor would protect nothing and lock the next visitor out.
      const isNeeded = !isDemo && (adminsNeedSecondFactor || adminsNeedTwoFactor)
      return isNeeded && found !== undefined && !hasSecondFactor(found.row)
    },
  }
}
