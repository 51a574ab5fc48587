import { type ErrorBody, ERRORS, type ErrorCode } from '@slipstream/contract/errors'

interface Options {
  message?: string
  cause?: unknown
  /** Messages by field. */
  issues?: NonNullable<ErrorBody['issues']>
}

/** An error the caller can act on. Anything else that is thrown is a bug and answers 500. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly issues: Options['issues']

  constructor(code: ErrorCode, options: Options = {}) {
    super(options.message ?? ERRORS[code][1], { cause: options.cause })
    this.name = 'DomainError'
    this.code = code
    this.status = ERRORS[code][0]
    this.issues = options.issues
  }
}
