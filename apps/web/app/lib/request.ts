import type { ErrorBody } from '@slipstream/contract/errors'
import { authToken } from './auth-token.ts'

/** A refused call. `message` is "status: body" as specified; `code` and `reason` are for code and for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | undefined
  /** The server's sentence, where it sent one. */
  readonly reason: string | undefined
  readonly requestId: string | undefined

  constructor(status: number, body: string, statusText: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    const refusal = readRefusal(body)
    this.status = status
    this.code = refusal.code
    this.reason = refusal.message
    this.requestId = refusal.requestId
  }
}

/** Read by hand: the schema library would cost every page more than this saves. */
const readRefusal = (body: string): Partial<ErrorBody> => {
  const parsed = parseJson(body)
  if (typeof parsed !== 'object' || parsed === null) return {}
  const text = (name: string) => {
    const value: unknown = (parsed as Record<string, unknown>)[name]
    return typeof value === 'string' ? { [name]: value } : {}
  }
  return { ...text('code'), ...text('message'), ...text('requestId') }
}

interface RequestOptions {
  method?: string
  body?: unknown
  /** false hands a refusal back as a response instead of throwing it. */
  throws?: boolean
}

/** The one place that knows how the store's calls look: JSON, cookies, the token if there is one, and no stale copies. */
export const request = async (path: string, { method = 'GET', body, throws = true }: RequestOptions = {}) => {
  const token = authToken.read()
  const response = await fetch(path, {
    method,
    credentials: 'include',
    // Asks again every time, but with the ETag: what did not change is answered with 304.
    cache: 'no-cache',
    headers: {
      'content-type': 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (response.status === 401 && token) authToken.removeIf(token)
  if (response.ok || !throws) return response

  const text = await response.text()
  console.error(`${method} ${path} was refused with ${response.status}`, text)
  throw new ApiError(response.status, text, response.statusText)
}

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
