import * as z from 'zod/mini'
import { done } from './done.ts'
import { endpoint } from './endpoint.ts'
import { idParams } from './id.ts'
import { BillingDetails } from './invoices.ts'
import { filledText, text } from './text.ts'
import { EmailAddress, NewPassword, Username } from './users.ts'

/** The optional mails. Receipts and security notices cannot be turned off. */
export const NotificationChoices = z.strictObject({
  modUpdates: z.boolean(),
  ticketReplies: z.boolean(),
  /** Promotional: off until the owner asks for it. */
  newsletter: z.boolean(),
  wishlistNews: z.boolean(),
  /** Only for administrators. */
  newTickets: z.boolean(),
  reviewReminders: z.boolean(),
})
export type NotificationChoices = z.output<typeof NotificationChoices>
export const DEFAULT_NOTIFICATION_CHOICES: NotificationChoices = {
  modUpdates: true,
  ticketReplies: true,
  newsletter: false,
  wishlistNews: false,
  newTickets: true,
  reviewReminders: true,
}

export const Account = z.object({
  username: z.string(),
  email: z.nullable(z.string()),
  emailVerified: z.boolean(),
  isAdmin: z.boolean(),
  hasPassword: z.boolean(),
  discordUsername: z.nullable(z.string()),
  twoFactorSince: z.nullable(z.iso.datetime()),
  passkeys: z.int(),
  recoveryCodesLeft: z.int(),
  notificationChoices: NotificationChoices,
  /** What the owner wants on invoices. */
  billing: BillingDetails,
  createdAt: z.iso.datetime(),
})
export type Account = z.output<typeof Account>

export const Session = z.object({
  id: z.int(),
  isThisOne: z.boolean(),
  method: z.enum(['password', 'discord', 'passkey']),
  /** "Chromium on Linux": enough to recognize your own device. */
  device: z.string(),
  ip: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
})
export type Session = z.output<typeof Session>

const SignIn = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  method: z.enum(['password', 'discord', 'passkey', 'reset', 'invitation']),
  result: z.enum(['ok', 'wrong_secret', 'unknown_name', 'second_factor', 'banned', 'limited']),
  device: z.string(),
  ip: z.string(),
})

/** Where the mailed link leads after it has confirmed the address. */
export const CONFIRMATION_RETURNS = ['/checkout', '/subscribe', '/mod-locker'] as const
export type ConfirmationReturn = (typeof CONFIRMATION_RETURNS)[number]

const Code = text(6).check(z.regex(/^\d{6}$/, 'Enter the six digits.'))

export const accountApi = {
  account: endpoint({
    method: 'GET',
    path: '/api/account',
    summary: 'Get your profile',
    access: 'user',
    response: Account,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/account',
    summary: 'Change the username, the mail preferences or the billing details',
    access: 'user',
    body: z.strictObject({
      username: z.optional(Username),
      notificationChoices: z.optional(z.partial(NotificationChoices)),
      billing: z.optional(BillingDetails),
    }),
    response: Account,
    errors: ['auth.username_taken', 'auth.username_reserved'],
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/account/email',
    summary:
      'Mail a link to a new address. It replaces a confirmed address when the link is opened and confirmed, and an unconfirmed or missing one at once',
    access: 'user',
    needsProof: true,
    body: z.strictObject({ email: EmailAddress, backTo: z.optional(z.enum(CONFIRMATION_RETURNS)) }),
    response: done(),
    errors: ['auth.mailbox_full'],
  }),
  resendConfirmation: endpoint({
    method: 'POST',
    path: '/api/account/email/confirmation',
    summary: 'Mail the link to the account’s own unconfirmed address again',
    access: 'user',
    body: z.strictObject({ backTo: z.optional(z.enum(CONFIRMATION_RETURNS)) }),
    response: done(),
    errors: ['account.nothing_to_confirm', 'auth.mailbox_full'],
  }),
  notMe: endpoint({
    method: 'POST',
    path: '/api/account/not-me',
    summary:
      'With the link of a mail that went to an unconfirmed address: remove the address from the account that gave it',
    access: 'public',
    body: z.strictObject({ token: filledText(600) }),
    response: done(),
    errors: ['auth.link_expired'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/account/password',
    summary: 'Set or change the password; all other sessions end',
    access: 'user',
    needsProof: true,
    body: z.strictObject({ password: NewPassword }),
    response: done(),
    errors: ['auth.weak_password'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'List your signed-in devices',
    access: 'user',
    response: z.array(Session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    summary: 'Sign out one of your devices',
    access: 'user',
    owned: true,
    params: idParams,
    response: done(),
    errors: ['request.not_found'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    summary: 'Sign out everywhere else',
    access: 'user',
    response: done(),
  }),
  signIns: endpoint({
    method: 'GET',
    path: '/api/account/sign-ins',
    summary: 'The latest attempts to sign in to this account',
    access: 'user',
    response: z.array(SignIn),
  }),
  startTwoFactor: endpoint({
    method: 'POST',
    path: '/api/account/two-factor',
    summary: 'Get a secret for an authenticator app; it takes effect with the first code',
    access: 'user',
    needsProof: true,
    response: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['account.two_factor_is_on'],
  }),
  confirmTwoFactor: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/confirm',
    summary: 'Turn the second factor on with a first code; returns the recovery codes once',
    access: 'user',
    needsProof: true,
    body: z.strictObject({ code: Code }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['auth.wrong_code', 'auth.too_many_proofs', 'account.two_factor_is_on'],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/account/two-factor/recovery-codes',
    summary: 'Create new recovery codes; the old ones stop working',
    access: 'user',
    needsProof: true,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['account.two_factor_is_off'],
  }),
  endTwoFactor: endpoint({
    method: 'DELETE',
    path: '/api/account/two-factor',
    summary: 'Turn the second factor off',
    access: 'user',
    needsProof: true,
    response: done(),
  }),
  unlinkDiscord: endpoint({
    method: 'DELETE',
    path: '/api/account/discord',
    summary: 'Unlink Discord; requires a password or a passkey to sign in with instead',
    access: 'user',
    needsProof: true,
    response: done(),
    errors: ['account.last_way_in'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/account/export',
    summary: 'Export everything the store knows about the caller as one JSON document',
    access: 'user',
    needsProof: true,
    response: z.record(z.string(), z.unknown()),
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/account',
    summary: 'Delete the account; records required by law are kept without personal data',
    access: 'user',
    needsProof: true,
    body: z.strictObject({ username: text(254, { verbatim: true }) }),
    response: done(),
    errors: ['account.name_differs', 'users.last_admin'],
  }),
}
