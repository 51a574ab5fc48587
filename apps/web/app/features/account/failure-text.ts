import { PasskeyProblem } from '#lib/passkey.ts'
import { ApiError } from '#lib/request.ts'
import { failureText as failureOfCall } from '#ui/failure-text.ts'
import { ProofDeclined } from './proof-context.ts'

/** Typed in a way that the store would refuse; the message says what is wrong with it. */
export class FieldProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FieldProblem'
  }
}

/** What to say about a failed act: the server's sentence, where it sent one. */
export const failureText = (error: Error | null): string | null => {
  if (error === null || error instanceof ProofDeclined) return null
  if (error instanceof FieldProblem || error instanceof PasskeyProblem) return error.message
  return failureOfCall(error)
}

export const isRefusal = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code
