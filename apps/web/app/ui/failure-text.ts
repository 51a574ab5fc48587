import { ProofDeclined } from '#lib/guard.ts'
import { ApiError } from '#lib/request.ts'

/** The text for a failed request: the server's message if it sent one. */
export const failureText = (error: unknown): string => {
  if (error instanceof ProofDeclined) return error.message
  if (!(error instanceof ApiError)) return 'The store could not be reached. Please try again.'
  return error.reason ?? 'Something went wrong on our side. Please try again.'
}
