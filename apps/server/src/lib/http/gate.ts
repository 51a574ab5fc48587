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
    /** The contract's description of the route, for whoever has to look at all of them. */
    api?: AnyEndpoint
    /** The contract's `poll`, for a route that is not in the contract. */
    poll?: true
  }
}

/** What has to be known to let a call in or not. */
export interface Gate {
  /** Who the request says it is. Refuses a banned user, and what a foreign page sent with the user's cookie. */
  identify: (request: FastifyRequest) => CurrentUser | null | Promise<CurrentUser | null>
  /** Somebody is using the store, so their session lasts longer. Not called for what an open page asks by itself. */
  noteUse: (request: FastifyRequest) => Promise<void>
  /** Something about this user changed here: their next request must see it, even before the announcement came round. */
  forget: (userId: number) => void
  isInMaintenance: () => boolean
  /** Admins without a second factor are kept out while the store wants one. */
  lacksSecondFactor: (request: FastifyRequest) => boolean
}

export const registerGate = (app: FastifyInstance, gate: Gate) => {
  app.decorateRequest('user', null)
  app.decorate('gate', gate)
}

/** Nobody has to be known for it: most calls, which are spared the wait. */
export const isOpenToAll = ({ gate }: FastifyInstance, { access }: AnyEndpoint) =>
  access === 'public' && !gate.isInMaintenance()

/**
 * Refuses by access level, before the body is read: a visitor who sends rubbish hears 401, not 400. A poll of somebody
 * who is remembered passes without a promise, which cost more than the look itself.
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

/** The pages ask the API too while they are rendered; what they show in maintenance is decided in the browser. */
const isClosedBy = (gate: Gate, { duringMaintenance }: AnyEndpoint, request: FastifyRequest) =>
  gate.isInMaintenance() && !duringMaintenance && !isInjection(request.raw)

const needsAdmin = (access: Access) => access === 'admin' || access === 'developer'

const requireAccess = (access: Access, user: CurrentUser | null) => {
  if (access === 'public') return
  if (!user) throw new DomainError('auth.required')
  if (access === 'admin' && !user.isAdmin) throw new DomainError('auth.admin_required')
  if (access === 'developer' && !user.isDeveloper) throw new DomainError('auth.developer_required')
}
