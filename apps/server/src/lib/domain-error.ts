import { ERRORS, type ErrorCode } from '@slipstream/contract/errors'

/** A refusal the caller can act on. Anything else that is thrown is a bug and answers 500. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly status: number

  constructor(code: ErrorCode, options: { message?: string; cause?: unknown } = {}) {
    super(options.message ?? ERRORS[code][1], { cause: options.cause })
    this.name = 'DomainError'
    this.code = code
    this.status = ERRORS[code][0]
  }
}
