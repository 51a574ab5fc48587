import * as z from 'zod/mini'

/** Every error the API can answer with on purpose: its status and the sentence a person reads. */
export const ERRORS = {
  'auth.required': [401, 'You must be logged in.'],
  'auth.admin_required': [403, 'You must be logged in as an administrator to access this page.'],
  'auth.developer_required': [403, 'This page is restricted to the developer account.'],
  'request.invalid': [400, 'The request is not valid.'],
  'request.not_found': [404, 'There is nothing at this address.'],
  'request.too_many': [429, 'Too many requests. Please wait a moment and try again.'],
  'server.busy': [503, 'The store is busy. Please try again in a moment.'],
  'server.failed': [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof ERRORS

export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
})
export type ErrorBody = z.output<typeof ErrorBody>
