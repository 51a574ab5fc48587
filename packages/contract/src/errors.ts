import * as z from 'zod/mini'

/** Every error the API can answer with on purpose: its status and the sentence a person reads. */
export const ERRORS = {
  'auth.required': [401, 'You must be logged in.'],
  'auth.admin_required': [403, 'You must be logged in as an administrator to access this page.'],
  'auth.developer_required': [403, 'This page is restricted to the developer account.'],
  'auth.wrong_credentials': [401, 'Invalid credentials'],
  'auth.banned': [403, 'This account is banned.'],
  'auth.wrong_password': [403, 'This password is not right.'],
  'auth.wrong_code': [403, 'This code is not right.'],
  'auth.link_expired': [410, 'This link has expired or was used already.'],
  'auth.proof_required': [403, 'Please confirm that it is you.'],
  'auth.foreign_origin': [403, 'This request does not come from the store.'],
  'auth.bot_check_failed': [400, 'The bot check was not passed. Please try it again.'],
  'auth.bot_check_away': [503, 'The bot check cannot be reached. Please try again in a moment.'],
  'auth.username_taken': [409, 'This username is taken.'],
  'auth.two_factor_required': [403, 'Administrators need a second factor here. Please switch it on in your profile.'],
  'account.email_taken': [409, 'Another account has this e-mail address.'],
  'account.last_way_in': [409, 'Set a password first: Discord is your only way to sign in.'],
  'account.two_factor_is_on': [409, 'The second factor is on already.'],
  'account.two_factor_is_off': [409, 'The second factor is off.'],
  'account.name_differs': [400, 'This is not your username.'],
  'mod.not_found': [404, 'This mod does not exist, or is not for sale.'],
  'wishlist.full': [409, 'Your wishlist is full. Take something off it first.'],
  'site.maintenance': [503, 'The store is in maintenance. We will be back soon.'],
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
