import { ProofDeclined } from '#lib/guard.ts'
import { PasskeyProblem } from '#lib/passkey.ts'
import { ApiError } from '#lib/request.ts'
import { failureText as failureOfCall } from '#ui/failure-text.ts'

/** The text for a failed action: the server's message if it sent one. */
export const failureText = (error: Error | null): string | null => {
  if (error === null || error instanceof ProofDeclined) return null
  if (error instanceof PasskeyProblem) return error.message
  return failureOfCall(error)
}

export const isRefusal = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code
