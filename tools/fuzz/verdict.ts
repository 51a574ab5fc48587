import type { FuzzRequest } from './build-request.ts'
import type { FuzzAnswer } from './send.ts'

/** The fault in an answer, or null. */
export const faultOf = ({ url, mayClose }: FuzzRequest, { status, headers, text }: FuzzAnswer): string | null => {
  if (status === 0) return mayClose ? null : `lost connection: ${text}`
  if (status >= 500 && status !== 503) return `status ${status}`
  if (headers['x-content-type-options'] !== 'nosniff') return `status ${status} without security headers`
  if (status >= 400 && url.startsWith('/api/') && !isErrorBody(text)) return `status ${status} with another error body`
  return null
}

const FIELDS = new Set(['code', 'message', 'requestId', 'issues'])

const isErrorBody = (text: string) => {
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null) return false
  const { code, message, requestId, issues = [] } = body as Record<string, unknown>
  const isNamed = [code, message, requestId].every((value) => typeof value === 'string' && value !== '')
  return isNamed && Array.isArray(issues) && Object.keys(body).every((key) => FIELDS.has(key))
}

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
