import type { ApiAddress } from '@slipstream/contract/addresses'
import type { ErrorBody } from '@slipstream/contract/errors'
import { authToken } from './auth-token.ts'
import { forgetEarlyAnswers, takeEarlyAnswer } from './early-answers.ts'

/** A failed request. `message` is "status: body" as specified; `code` is for programs and `reason` for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  /** The server's message, if it sent one. */
  readonly reason: string | undefined
  readonly requestId: string | undefined
  /** The server's field errors, such as `/username` and a message. */
  readonly issues: NonNullable<ErrorBody['issues']>

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    const refusal = readRefusal(body)
    this.status = status
    this.code = refusal.code
    this.reason = refusal.message
    this.requestId = refusal.requestId
    this.issues = refusal.issues ?? []
  }
}

/** Parsed by hand: the schema library would add more weight to every page than it saves. */
const readRefusal = (body: string): Partial<ErrorBody> => {
  const parsed = parseJson(body)
  if (typeof parsed !== 'object' || parsed === null) return {}
  const text = (name: string) => {
    const value: unknown = (parsed as Record<string, unknown>)[name]
    return typeof value === 'string' ? { [name]: value } : {}
  }
  return { ...text('code'), ...text('message'), ...text('requestId'), ...readIssues(parsed) }
}

const readIssues = (body: object): Pick<ErrorBody, 'issues'> => {
  if (!('issues' in body) || !Array.isArray(body.issues)) return {}
  const isIssue = (each: Partial<Record<string, unknown>> | null): each is { path: string; message: string } =>
    typeof each?.path === 'string' && typeof each.message === 'string'
  return { issues: body.issues.filter(isIssue) }
}

interface RequestOptions {
  method?: string
  body?: unknown
  /** False returns a failed response instead of throwing. */
  throws?: boolean
  /** Completes even if the page is left meanwhile. */
  keepalive?: boolean
  /** Aborts the request when its response is no longer needed. */
  signal?: AbortSignal | undefined
}

// `//host` and `/\\host` start with a slash too, and lead to another site.
const OWN_PATH = /^\/(?![/\\])/

const headersWith = (token: string | null) => ({
  'content-type': 'application/json',
  'x-requested-with': 'XMLHttpRequest',
  ...(token && { authorization: `Bearer ${token}` }),
})

/** The only place that knows the request format: JSON, cookies, the token if there is one, and no stale copies. */
export const request = async (path: ApiAddress, options: RequestOptions = {}) => {
  const { method = 'GET', throws = true } = options
  if (!OWN_PATH.test(path))
    throw new TypeError(`${path} is not a path of this site, so neither the token nor cookies are sent`)
  const token = authToken.read()
  const early = method === 'GET' ? takeEarlyAnswer(path, token) : forgetEarlyAnswers()
  const response = (await early?.catch(() => undefined)) ?? (await send(path, token, options))
  if (response.status === 401 && token) authToken.removeIf(token)
  if (response.ok || !throws) return response

  const text = await response.text()
  console.error(`${method} ${path} was refused with ${response.status}`, text)
  throw new ApiError(response.status, text, response.statusText)
}

const send = (path: ApiAddress, token: string | null, options: RequestOptions) => {
  const { method = 'GET', body, keepalive, signal } = options
  return fetch(path, {
    method,
    credentials: 'include',
    // Revalidates every time with the ETag: an unchanged resource is answered with 304.
    cache: 'no-cache',
    headers: headersWith(token),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(keepalive && { keepalive }),
    ...(signal && { signal }),
  })
}

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
