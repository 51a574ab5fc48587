import * as z from 'zod/mini'
import { SignedIn } from './auth.ts'
import { done } from './done.ts'
import { endpoint } from './endpoint.ts'
import { idParams } from './id.ts'
import { text } from './text.ts'

export const MOST_PASSKEYS = 10

/** Binary values of WebAuthn. The limit is far above what any authenticator sends. */
const bytes = (longest: number) => text(longest, { min: 1, verbatim: true }).check(z.regex(/^[\w-]+$/))
const CredentialId = bytes(1_400)
const Challenge = text(200, { min: 20, verbatim: true })
const Transport = text(20, { verbatim: true }).check(z.regex(/^[a-z-]+$/))

const PasskeyName = text(40, { min: 1, tooShort: 'Enter a name.' })

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  /** Synced by the owner's password manager, so losing the device does not lose the passkey. */
  isBackedUp: z.boolean(),
  createdAt: z.iso.datetime(),
  usedAt: z.nullable(z.iso.datetime()),
})
export type Passkey = z.output<typeof Passkey>

/** The result of `navigator.credentials.create`, without fields the store does not read. */
const NewCredential = z.strictObject({
  id: CredentialId,
  clientDataJSON: bytes(4_000),
  attestationObject: bytes(8_000),
  transports: z.array(Transport).check(z.maxLength(8)),
})
export type NewCredential = z.output<typeof NewCredential>

/** The result of `navigator.credentials.get`, without fields the store does not read. */
export const Assertion = z.strictObject({
  id: CredentialId,
  clientDataJSON: bytes(4_000),
  authenticatorData: bytes(4_000),
  signature: bytes(4_000),
  userHandle: z.nullable(bytes(100)),
})
export type Assertion = z.output<typeof Assertion>

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** The browser's PublicKeyCredentialRequestOptionsJSON. */
const AssertionOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Descriptor),
})
export type AssertionOptions = z.output<typeof AssertionOptions>

/** The browser's PublicKeyCredentialCreationOptionsJSON. */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type CreationOptions = z.output<typeof CreationOptions>

const refusals = ['auth.wrong_passkey', 'auth.passkey_expired'] as const

export const passkeysApi = {
  startSignIn: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/options',
    summary: 'Get a challenge to sign in with any passkey of this store',
    access: 'public',
    duringMaintenance: true,
    response: AssertionOptions,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/passkey',
    summary: 'Sign in with a passkey; it is both factors at once',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({ assertion: Assertion, adminsOnly: z.boolean() }),
    response: SignedIn,
    errors: [...refusals, 'auth.admin_required'],
  }),
  startSecondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/passkey/options',
    summary: 'Get a challenge to finish a sign-in with a passkey of the account',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({ challenge: Challenge }),
    response: AssertionOptions,
    errors: ['auth.link_expired'],
  }),
  secondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor/passkey',
    summary: 'Finish a sign-in with a passkey instead of a code',
    access: 'public',
    duringMaintenance: true,
    body: z.strictObject({ challenge: Challenge, assertion: Assertion }),
    response: SignedIn,
    errors: [...refusals, 'auth.link_expired'],
  }),
  startProof: endpoint({
    method: 'POST',
    path: '/api/auth/prove/passkey/options',
    summary: 'Get a challenge to confirm a sensitive action with a passkey',
    access: 'user',
    duringMaintenance: true,
    response: AssertionOptions,
  }),
  prove: endpoint({
    method: 'POST',
    path: '/api/auth/prove/passkey',
    summary: 'Confirm a sensitive action with a passkey; lasts a few minutes',
    access: 'user',
    duringMaintenance: true,
    body: z.strictObject({ assertion: Assertion }),
    response: done(),
    errors: refusals,
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/account/passkeys',
    summary: 'List the passkeys of the account',
    access: 'user',
    response: z.array(Passkey),
  }),
  startAdding: endpoint({
    method: 'POST',
    path: '/api/account/passkeys/options',
    summary: 'Get the options to create a passkey',
    access: 'user',
    needsProof: true,
    response: CreationOptions,
    errors: ['account.too_many_passkeys'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/account/passkeys',
    summary: 'Add a passkey. The first second factor of an account also returns recovery codes, once',
    access: 'user',
    needsProof: true,
    body: z.strictObject({ name: PasskeyName, credential: NewCredential }),
    response: z.object({ passkey: Passkey, recoveryCodes: z.nullable(z.array(z.string())) }),
    errors: [...refusals, 'account.too_many_passkeys', 'account.passkey_known'],
  }),
  rename: endpoint({
    method: 'PATCH',
    path: '/api/account/passkeys/:id',
    summary: 'Rename a passkey',
    access: 'user',
    owned: true,
    params: idParams,
    body: z.strictObject({ name: PasskeyName }),
    response: Passkey,
    errors: ['request.not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account/passkeys/:id',
    summary: 'Remove a passkey, unless it is the only way to sign in',
    access: 'user',
    needsProof: true,
    owned: true,
    params: idParams,
    response: done(),
    errors: ['request.not_found', 'account.last_way_in'],
  }),
}
