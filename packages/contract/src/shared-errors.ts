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

/** Whether a call may be refused until the caller has proven their presence. */
export const mayNeedProof = ({ needsProof }: Pick<AnyEndpoint, 'needsProof'>) =>
  needsProof !== undefined && (needsProof === true || needsProof.startsWith('if: '))

/** Every code an endpoint may answer with. */
export const errorsOf = (api: Pick<AnyEndpoint, 'access' | 'errors' | 'needsProof'>): readonly ErrorCode[] => [
  ...SHARED_ERRORS[api.access],
  ...(mayNeedProof(api) ? (['auth.proof_required'] as const) : []),
  ...(api.errors ?? []),
]
