const REDACTED = '[redacted]'

/**
 * Keys whose values identify a person, can be used to pay, or open a page without signing in. Everything below such a
 * key is redacted too.
 */
const PERSONAL =
  /(^|_)(email|name|phone|address|addresses|details|shipping|secret|url|pdf|ip|fingerprint|last4|exp_month|exp_year|iin|description|statement_descriptor|evidence|message|custom_fields|tax_ids?|postal_code)$/

/**
 * Matches ids, states, currencies and times. Text written by a person usually has spaces, punctuation or non-ASCII
 * letters.
 */
const TECHNICAL = /^[\w.:+-]{0,255}$/

/** An event without personal data: shape, ids, states, amounts and times stay. */
export const redactPayload = (value: unknown): unknown => {
  if (typeof value === 'string') return TECHNICAL.test(value) ? value : REDACTED
  if (Array.isArray(value)) return value.map(redactPayload)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      part !== null && PERSONAL.test(key) ? REDACTED : redactPayload(part),
    ]),
  )
}
