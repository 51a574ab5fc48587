/**
 * Marks the request in the server's log as a manual probe, as opposed to a request by a page of the store. The server
 * answers a marked request without the address of a redirect, so the browser shows the redirect's own status.
 */
const MARKER = { 'x-slipstream-probe': '1' }
export const MOST_RESULTS = 10
const TIMEOUT_MS = 10_000

export interface ProbeResult {
  id: number
  path: string
  /** 0 after a network failure; null if no response came in time. */
  status: number | null
  reason: 'redirect' | 'no answer in 10 s' | 'network failure' | null
  ms: number
  isOk: boolean
  at: string
}

export const PROBES = [
  { label: 'Team categories', path: '/api/team/categories' },
  { label: 'Team members', path: '/api/team/members' },
  { label: 'Featured mods (limit 3)', path: '/api/mods?featured=true&limit=3' },
  { label: 'Featured reviews', path: '/api/reviews/featured' },
] as const

// `//host` and `/\host` start with a slash too, and lead to another site.
const OWN_PATH = /^\/(?![/\\])\S*$/
export const isOwnPath = (path: string) => OWN_PATH.test(path)

let lastId = 0

/** A GET on the store's own origin as an anonymous visitor: without cookies and without the token. */
export const probe = async (path: string): Promise<ProbeResult> => {
  const at = new Date().toISOString()
  const start = performance.now()
  const answer = await fetch(path, {
    method: 'GET',
    credentials: 'omit',
    cache: 'no-store',
    headers: MARKER,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => error)
  const response = answer instanceof Response ? answer : null
  const reason = reasonOf(answer)
  lastId += 1
  return {
    id: lastId,
    path,
    status: reason === 'no answer in 10 s' ? null : (response?.status ?? 0),
    reason,
    ms: Math.round(performance.now() - start),
    isOk: response?.ok ?? false,
    at,
  }
}

const reasonOf = (answer: unknown): ProbeResult['reason'] => {
  if (answer instanceof Response) return isRedirect(answer) ? 'redirect' : null
  return answer instanceof DOMException && answer.name === 'TimeoutError' ? 'no answer in 10 s' : 'network failure'
}

/** Followed only if a cache between browser and server answered. */
const isRedirect = ({ status, redirected }: Response) => redirected || (status >= 300 && status < 400 && status !== 304)
