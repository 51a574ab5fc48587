import type * as z from 'zod'

/** An error response that any code can throw. */
export class Refusal extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, message: string, body: object) {
    super(message)
    this.status = status
    this.body = body
  }
}

/** For callers of the emulator's own control API. */
export const orderRefusal = (status: number, error: string) => new Refusal(status, error, { error })

/** Discord's error body with its own error code. */
export const apiRefusal = (status: number, code: number, message: string) =>
  new Refusal(status, message, { message, code })

export const unauthorized = () => apiRefusal(401, 0, '401: Unauthorized')

/** A call that is not emulated must fail instead of pretending to succeed. */
export const notEmulated = (what: string) => apiRefusal(501, 0, `The Discord emulator does not support ${what}.`)

/** The OAuth2 endpoints have their own error format. */
export const oauthRefusal = (status: number, error: string, description?: string) =>
  new Refusal(status, error, description === undefined ? { error } : { error, error_description: description })

/** The validated body of a call. Errors are reported in Discord's format. */
export const readBody = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> => {
  const parsed = schema.safeParse(body ?? {}, { reportInput: true })
  if (parsed.success) return parsed.data
  const unknown = parsed.error.issues.find((issue) => issue.code === 'unrecognized_keys')
  if (unknown) throw notEmulated(`the parameter ${unknown.keys.join(', ')}`)
  const message = 'Invalid Form Body'
  throw new Refusal(400, message, { message, code: 50035, errors: formErrors(parsed.error.issues) })
}

interface FormErrors {
  [field: string]: FormErrors | FormError[]
}
interface FormError {
  code: string
  message: string
}

const formErrors = (issues: readonly z.core.$ZodIssue[]) => {
  const errors: FormErrors = {}
  for (const issue of issues) {
    let place = errors
    for (const step of issue.path) place = (place[String(step)] ??= {}) as FormErrors
    place._errors = [formError(issue)]
  }
  return errors
}

const formError = (issue: z.core.$ZodIssue): FormError => {
  if (issue.code === 'too_big') {
    return issue.origin === 'string'
      ? { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${String(issue.maximum)} or fewer in length.` }
      : { code: 'BASE_TYPE_BAD_LENGTH', message: `Must be ${String(issue.maximum)} or fewer in length.` }
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
  }
  return { code: 'BASE_TYPE_CHOICES', message: issue.message }
}
