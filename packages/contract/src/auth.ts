import * as z from 'zod/mini'
import { done } from './done.ts'
import { endpoint, ONE_MINUTE } from './endpoint.ts'
import { lenient } from './lenient.ts'
import { text } from './text.ts'
import { EmailAddress, NewPassword, User, Username } from './users.ts'

/** Sign-in input is compared, not validated: an old name or password may violate today's rules. */
const Typed = text(254, { min: 1, verbatim: true })
const Secret = text(200, { min: 20, verbatim: true })
const FactorCode = text(32, { min: 6 })
const Credentials = z.strictObject({ username: Typed, password: text(200, { min: 1, verbatim: true }) })

export const SignedIn = z.object({
  success: z.literal(true),
  token: z.string(),
  user: User,
  message: z.string(),
})
export type SignedIn = z.output<typeof SignedIn>

/**
 * The first step succeeded, but the account has a second factor. The client sends the challenge back with that factor.
 * A recovery code always works too.
 */
const SecondFactorWanted = z.object({
  success: z.literal(false),
  challenge: z.string(),
  factors: z.array(z.enum(['app', 'passkey'])),
  message: z.string(),
})
export type SecondFactor = z.output<typeof SecondFactorWanted>['factors'][number]

const SignInAnswer = z.discriminatedUnion('success', [SignedIn, SecondFactorWanted])
export type SignInAnswer = z.output<typeof SignInAnswer>

/** One answer, which must say that it is this one. */
const readSignedIn = lenient(z.discriminatedUnion('success', [SignedIn]))
/** Without a challenge there is no second step: the answer is a refusal with a message. */
const readSignIn = z.union([readSignedIn, SecondFactorWanted])

/** What opens the account besides the password. */
const OtherWays = z.object({ discordUsername: z.nullable(z.string()), passkeys: z.int(), hasApp: z.boolean() })
export type OtherWays = z.output<typeof OtherWays>

const signInErrors = ['auth.wrong_credentials', 'auth.too_many_attempts'] as const

export const authApi = {
  options: endpoint({
    method: 'GET',
    path: '/api/auth/options',
    summary: 'Which ways to sign in the store offers',
    access: 'public',
    duringMaintenance: true,
    response: z.object({ turnstile: z.object({ siteKey: z.string(), scriptUrl: z.string() }) }),
    cache: ONE_MINUTE,
  }),
  user: endpoint({
    method: 'GET',
    path: '/api/auth/user',
    summary: 'The signed-in user',
    access: 'user',
    duringMaintenance: true,
    poll: true,
    response: User,
  }),
  generateToken: endpoint({
    method: 'POST',
    path: '/api/auth/generate-token',
    summary: "Get a token for a browser that has a session but no token; the session's previous token stops working",
    access: 'user',
    duringMaintenance: true,
    poll: true,
    response: z.object({ success: z.literal(true), token: z.string() }),
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in with username or e-mail and password',
    access: 'public',
    duringMaintenance: true,
    body: Credentials,
    response: SignInAnswer,
    reads: readSignIn,
    errors: signInErrors,
  }),
  adminLogin: endpoint({
    method: 'POST',
    path: '/api/auth/admin-login',
    summary: 'Sign in as an administrator; others are refused as if the password were wrong',
    access: 'public',
    duringMaintenance: true,
    body: Credentials,
    response: SignInAnswer,
    reads: readSignIn,
    errors: signInErrors,
  }),
  secondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor',
    summary: 'Finish a sign-in with an authenticator code or a recovery code',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({ challenge: Secret, code: FactorCode }),
    response: SignedIn,
    errors: ['auth.wrong_code', 'auth.link_expired', 'auth.too_many_attempts'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    summary: 'Create an account; the bot check is verified by the server',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({
      username: Username,
      email: EmailAddress,
      password: NewPassword,
      'cf-turnstile-response': text(2_048, { min: 1, verbatim: true }),
    }),
    response: SignedIn,
    reads: readSignedIn,
    errors: [
      'auth.bot_check_failed',
      'auth.bot_check_away',
      'auth.username_taken',
      'auth.username_reserved',
      'auth.weak_password',
    ],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    summary: 'End this session; also succeeds without one',
    access: 'public',
    duringMaintenance: true,
    response: done(),
  }),
  discordTicket: endpoint({
    method: 'POST',
    path: '/api/auth/discord/ticket',
    summary: 'Exchange the one-time ticket of a Discord sign-in for a token, in the browser that started it',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({ ticket: Secret }),
    response: SignInAnswer,
    errors: ['auth.link_expired'],
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/api/auth/forgot-password',
    summary: 'Mail a link to choose a new password; the answer does not reveal whether the address is known',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({ email: EmailAddress }),
    response: done(),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/reset-password',
    summary: 'Choose a new password with the secret of a mailed link; all sessions end',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({ token: Secret, password: NewPassword }),
    response: z.extend(done(), { otherWays: OtherWays }),
    errors: ['auth.link_expired', 'auth.weak_password'],
  }),
  invitation: endpoint({
    method: 'POST',
    path: '/api/auth/invitation',
    summary: 'For whom a mailed invitation is, and who sent it; the secret is in the body, where no log sees it',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({ token: Secret }),
    /** Nobody is named by an invitation of the command line. */
    response: z.object({ username: z.string(), invitedBy: z.nullable(z.string()) }),
    errors: ['auth.link_expired'],
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/api/auth/invitation/accept',
    summary: 'Choose the first password with the secret of a mailed invitation, and sign in',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({ token: Secret, password: NewPassword }),
    response: SignInAnswer,
    errors: ['auth.link_expired', 'auth.weak_password'],
  }),
  takeOver: endpoint({
    method: 'POST',
    path: '/api/auth/take-over',
    summary:
      'Confirm the first address of an account with a mailed secret and a new password; all other ways in are removed',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({ token: Secret, password: NewPassword }),
    response: done(),
    errors: ['auth.link_expired', 'auth.weak_password', 'account.email_taken', 'auth.sign_in_to_confirm'],
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/auth/verify-email',
    summary: 'Confirm an e-mail address with the secret of a mailed link, signed in to the account that asked for it',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({ token: Secret }),
    response: done(),
    errors: ['auth.link_expired', 'account.email_taken', 'auth.sign_in_to_confirm', 'auth.sign_in_or_take_over'],
  }),
  prove: endpoint({
    method: 'POST',
    path: '/api/auth/prove',
    summary:
      'Confirm the password, and the second factor if there is one, before a sensitive action; lasts a few minutes',
    access: 'user',
    duringMaintenance: true,
    body: z.strictObject({
      /** Every account that has a password needs it. */
      password: z.optional(text(200, { min: 1, verbatim: true })),
      /** Every account with a second factor needs a code of its app or a recovery code. A passkey has a call of its own. */
      code: z.optional(FactorCode),
    }),
    response: done(),
    errors: ['auth.wrong_password', 'auth.factor_needed', 'auth.wrong_code', 'auth.too_many_proofs'],
  }),
  proof: endpoint({
    method: 'GET',
    path: '/api/auth/proof',
    summary: 'Whether the caller has confirmed their presence lately; asked before the browser fetches a file',
    access: 'user',
    needsProof: true,
    response: done(),
  }),
}

/** Full-page navigations, answered with redirects. The client code never fetches them. */
export const DISCORD_START = '/api/auth/discord'
export const DISCORD_RETURN = '/api/auth/discord/callback'
