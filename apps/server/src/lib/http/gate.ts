import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isInjection } from 'light-my-request'
import type { AnyEndpoint, Access } from '@slipstream/contract/endpoint'
import type { CurrentUser } from '../current-user.ts'
import { DomainError } from '../domain-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    user: CurrentUser | null
  }
  interface FastifyInstance {
    gate: Gate
  }
  interface FastifyContextConfig {
    /** The contract's endpoint of a route, for code that looks at all routes. */
    api?: AnyEndpoint
    /** The contract's `poll`, for a route that is not in the contract. */
    poll?: true
  }
}

/** What the access check needs to know. */
export interface Gate {
  /** Identifies the caller. Refuses banned users and cross-site requests that carry the user's cookie. */
  identify: (request: FastifyRequest) => CurrentUser | null | Promise<CurrentUser | null>
  /** A person is using the store, so their session is extended. Not called for polls. */
  noteUse: (request: FastifyRequest) => Promise<void>
  /** Something about this user changed: their next request must see it, even before the announcement arrives. */
  forget: (userId: number) => void
  isInMaintenance: () => boolean
  /** Administrators without a second factor are refused while the store requires one. */
  lacksSecondFactor: (request: FastifyRequest) => boolean
  /** Refuses unless the signed-in caller has proven their presence lately. */
  requireProof: (request: FastifyRequest) => void
}

export const registerGate = (app: FastifyInstance, gate: Gate) => {
  app.decorateRequest('user', null)
  app.decorate('gate', gate)
}

/** Whether a call needs no identity. Most calls need none and skip the access check. */
export const isOpenToAll = ({ gate }: FastifyInstance, { access }: AnyEndpoint) =>
  access === 'public' && !gate.isInMaintenance()

/**
 * Refuses by access level before the body is parsed: a visitor who sends garbage gets 401, not 400. A poll of a cached
 * user passes synchronously, because a promise cost more than the check.
 */
export const passGate = (
  { gate }: FastifyInstance,
  api: AnyEndpoint,
  request: FastifyRequest,
): void | Promise<void> => {
  const isClosed = isClosedBy(gate, api, request)
  if (api.access === 'public' && !isClosed) return
  const user = gate.identify(request)
  if (user instanceof Promise) return user.then((found) => admit(gate, api, request, found, isClosed))
  return admit(gate, api, request, user, isClosed)
}

const admit = (
  gate: Gate,
  api: AnyEndpoint,
  request: FastifyRequest,
  user: CurrentUser | null,
  isClosed: boolean,
): void | Promise<void> => {
  if (isClosed && !user?.isAdmin) throw new DomainError('site.maintenance')
  requireAccess(api.access, user)
  const letIn = () => {
    if (needsAdmin(api.access) && gate.lacksSecondFactor(request)) throw new DomainError('auth.two_factor_required')
    if (api.access !== 'public') request.user = user
  }
  return user && !api.poll ? gate.noteUse(request).then(letIn) : letIn()
}

/** Pages call the API while rendering; what they show in maintenance is decided in the browser. */
const isClosedBy = (gate: Gate, { duringMaintenance }: AnyEndpoint, request: FastifyRequest) =>
  gate.isInMaintenance() && !duringMaintenance && !isInjection(request.raw)

const needsAdmin = (access: Access) => access === 'admin' || access === 'developer'

const requireAccess = (access: Access, user: CurrentUser | null) => {
  if (access === 'public') return
  if (!user) throw new DomainError('auth.required')
  if (access === 'admin' && !user.isAdmin) throw new DomainError('auth.admin_required')
  if (access === 'developer' && !user.isDeveloper) throw new DomainError('auth.developer_required')
}
