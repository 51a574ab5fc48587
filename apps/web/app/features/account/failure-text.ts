import { ApiError } from '#lib/request.ts'
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
  if (error instanceof FieldProblem) return error.message
  if (!(error instanceof ApiError)) return 'The store could not be reached. Please try again.'
  return error.reason ?? 'Something went wrong on our side. Please try again.'
}

export const isRefusal = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code
