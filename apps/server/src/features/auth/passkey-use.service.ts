import { and, eq, lt, sql } from 'drizzle-orm'
import type { Assertion, AssertionOptions } from '@slipstream/contract/passkeys'
import { type Db, inTransaction } from '@slipstream/db/client'
import { passkeys } from '@slipstream/db/tables/passkeys'
import { users } from '@slipstream/db/tables/users'
import type { UserRow } from './current-user.ts'
import { banError, isBanned } from '#lib/is-banned.ts'
import { DomainError } from '#lib/domain-error.ts'
import type { SignedIn } from './identity.service.ts'
import { peekSecret, useSecret } from './one-time-secrets.service.ts'
import { CHALLENGE_MS, issueChallenge, useChallenge } from './passkey-challenges.service.ts'
import { type Device, noteProof, type SessionRow } from './sessions.service.ts'
import { noteSignIn } from './sign-in.service.ts'
import { challengeIn, type RelyingParty, userHandleOf, verifyAssertion } from './webauthn.ts'

interface PasskeyParts {
  db: Db
  relyingParty: RelyingParty
}

type Purpose = 'sign_in' | 'second_factor' | 'prove'

const askFor = async (
  { db, relyingParty }: PasskeyParts,
  purpose: Purpose,
  userId: number | null,
): Promise<AssertionOptions> => ({
  challenge: await issueChallenge(db, purpose, userId),
  rpId: relyingParty.id,
  timeout: CHALLENGE_MS,
  userVerification: 'required',
  // No credential ids for visitors: the browser offers its own, and nobody learns which passkeys exist.
  allowCredentials: userId === null ? [] : await describePasskeys(db, userId),
})

export const describePasskeys = async (db: Db, userId: number) => {
  const rows = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
  return rows.map((row) => ({ ...row, type: 'public-key' as const }))
}

interface Shown {
  purpose: Purpose
  /** Whose passkey is required; null where the passkey decides who signs in. */
  userId: number | null
  assertion: Assertion
}

/** Verifies an assertion and returns the account. The challenge is used up in any case. */
const checkPasskey = async (
  { db, relyingParty }: PasskeyParts,
  { purpose, userId, assertion }: Shown,
  device: Device,
): Promise<UserRow> => {
  const challenge = await challengeIn(assertion.clientDataJSON)
  await useChallenge(db, purpose, userId, challenge)
  const [known] = await db
    .select({ passkey: passkeys, user: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, assertion.id))
  try {
    if (!known || !isOwnedAsShown(known.user.id, { userId, assertion })) throw new DomainError('auth.wrong_passkey')
    const next = await verifyAssertion(relyingParty, challenge, known.passkey, assertion)
    await noteUseOf(db, known.passkey.id, next)
    return known.user
  } catch (error) {
    const result = known ? 'wrong_secret' : 'unknown_name'
    await inTransaction(db, (tx) =>
      noteSignIn(tx, { userId: known?.user.id ?? userId, method: 'passkey', result }, device),
    )
    throw error
  }
}

const isOwnedAsShown = (ownerId: number, { userId, assertion }: Pick<Shown, 'userId' | 'assertion'>) => {
  if (userId !== null && ownerId !== userId) return false
  // A security key that was told which credential to use may omit the user handle; otherwise it is required.
  if (assertion.userHandle === null) return userId !== null
  return assertion.userHandle === userHandleOf(ownerId)
}

/** Compared in the UPDATE itself: if two answers carry the same counter, one comes from a clone and is refused. */
const noteUseOf = async (db: Db, id: number, next: { counter: number; isBackedUp: boolean }) => {
  const isLater = next.counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, next.counter)
  const used = await inTransaction(db, (tx) =>
    tx
      .update(passkeys)
      .set({ ...next, usedAt: sql`now()` })
      .where(and(eq(passkeys.id, id), isLater))
      .returning({ id: passkeys.id }),
  )
  if (used.length === 0) throw new DomainError('auth.wrong_passkey')
}

export const startSignIn = (parts: PasskeyParts) => askFor(parts, 'sign_in', null)

export const checkPasskeySignIn = async (
  parts: PasskeyParts,
  { assertion, adminsOnly }: { assertion: Assertion; adminsOnly: boolean },
  device: Device,
) => {
  const row = await checkPasskey(parts, { purpose: 'sign_in', userId: null, assertion }, device)
  if (isBanned(row)) {
    await inTransaction(parts.db, (tx) =>
      noteSignIn(tx, { userId: row.id, method: 'passkey', result: 'banned' }, device),
    )
    throw banError(row)
  }
  if (adminsOnly && !row.isAdmin) throw new DomainError('auth.admin_required')
  return row
}

const pendingSignIn = (db: Db, challenge: string) =>
  inTransaction(db, (tx) => peekSecret(tx, 'second_factor', challenge))

export const startPasskeyFactor = async (parts: PasskeyParts, challenge: string) => {
  const { userId } = await pendingSignIn(parts.db, challenge)
  return askFor(parts, 'second_factor', userId)
}

/**
 * The account whose sign-in the challenge belongs to, if the passkey is right. A wrong one leaves the challenge open
 * for another try.
 */
export const checkPasskeyFactor = async (
  parts: PasskeyParts,
  { challenge, assertion }: { challenge: string; assertion: Assertion },
  device: Device,
) => {
  const { userId, details } = await pendingSignIn(parts.db, challenge)
  const row = await checkPasskey(parts, { purpose: 'second_factor', userId, assertion }, device)
  await inTransaction(parts.db, (tx) => useSecret(tx, 'second_factor', challenge))
  if (isBanned(row)) throw banError(row)
  const method: SessionRow['method'] = details.method === 'discord' ? 'discord' : 'password'
  return { row, method }
}

export const startPasskeyProof = (parts: PasskeyParts, userId: number) => askFor(parts, 'prove', userId)

export const proveByPasskey = async (
  parts: PasskeyParts,
  { row, session }: SignedIn,
  assertion: Assertion,
  device: Device,
) => {
  await checkPasskey(parts, { purpose: 'prove', userId: row.id, assertion }, device)
  await inTransaction(parts.db, (tx) => noteProof(tx, session))
}
