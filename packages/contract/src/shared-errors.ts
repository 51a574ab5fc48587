import type { Access, AnyEndpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

/**
 * Validation, rate limits, maintenance and our own failures. The two `auth` codes are here because public endpoints
 * also identify the caller during maintenance.
 */
const ANY_ACCESS = [
  'request.invalid',
  'request.too_many',
  'site.maintenance',
  'server.busy',
  'server.failed',
  'auth.banned',
  'auth.foreign_origin',
] as const

/**
 * The codes that may be returned before a handler runs, by the access an endpoint requires. An endpoint's own
 * `errors` list only what its handler adds.
 */
export const SHARED_ERRORS: Record<Access, readonly ErrorCode[]> = {
  public: ANY_ACCESS,
  user: [...ANY_ACCESS, 'auth.required'],
  admin: [...ANY_ACCESS, 'auth.required', 'auth.admin_required', 'auth.two_factor_required'],
  developer: [...ANY_ACCESS, 'auth.required', 'auth.developer_required', 'auth.two_factor_required'],
}

/** Every code an endpoint may answer with. */
export const errorsOf = ({ access, errors = [] }: Pick<AnyEndpoint, 'access' | 'errors'>): readonly ErrorCode[] => [
  ...SHARED_ERRORS[access],
  ...errors,
]
