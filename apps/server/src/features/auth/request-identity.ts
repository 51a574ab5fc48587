import type { FastifyRequest } from 'fastify'
import type { Db } from '@slipstream/db/client'
import type { LiveSettings } from '#features/settings/live-settings.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import type { Gate } from '#lib/http/gate.ts'
import type { CookieJar } from './session-cookie.ts'
import type { Credentials, Identity, SignedIn } from './identity.service.ts'
import { requireProof } from './prove.service.ts'
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

/** Whether administrators need a second factor, and what decides it if not the settings. */
export interface SecondFactorRule {
  isRequired: boolean
  fixedBy: 'configuration' | 'demo' | null
}

export interface RequestIdentity extends Gate {
  secondFactorRule: () => SecondFactorRule
  /** The credentials of a request. Refuses cross-site requests that carry the user's cookie. */
  credentialsOf: (request: FastifyRequest) => Credentials
  /** The signed-in user; only for routes whose access rules out visitors. */
  signedIn: (request: FastifyRequest) => SignedIn
}

/** Identifies the sender of a request and checks that the store's own pages sent it. */
export const createRequestIdentity = (options: RequestIdentityOptions): RequestIdentity => {
  const { db, identity, cookies, settings, publicUrl, adminsNeedSecondFactor } = options
  const known = new WeakMap<FastifyRequest, SignedIn>()
  const ourOrigin = new URL(publicUrl).origin

  /** A cookie comes along with cross-site requests; our header and our origin do not. */
  const isOurs = ({ method, headers }: FastifyRequest) =>
    SAFE_METHODS.has(method) || (headers['x-requested-with'] === 'XMLHttpRequest' && headers.origin === ourOrigin)

  const credentialsOf = (request: FastifyRequest): Credentials => {
    const cookie = cookies.read(request, 'session')
    const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? null
    if (cookie !== null && bearer === null && !isOurs(request)) throw new DomainError('auth.foreign_origin')
    return { cookie, bearer }
  }

  const secondFactorRule = (): SecondFactorRule => {
    const { adminsNeedTwoFactor, isDemo } = settings.current()
    // The demo password is public, so a second factor would protect nothing and lock the next visitor out.
    if (isDemo) return { isRequired: false, fixedBy: 'demo' }
    if (adminsNeedSecondFactor) return { isRequired: true, fixedBy: 'configuration' }
    return { isRequired: adminsNeedTwoFactor, fixedBy: null }
  }

  const signedIn = (request: FastifyRequest) => {
    const found = known.get(request)
    if (!found) throw new Error('this route admits visitors, so there may be no user')
    return found
  }

  return {
    credentialsOf,
    secondFactorRule,
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
    signedIn,
    requireProof: (request) => requireProof(signedIn(request)),
    lacksSecondFactor: (request) => {
      const found = known.get(request)
      return secondFactorRule().isRequired && found !== undefined && !hasSecondFactor(found.row)
    },
  }
}
