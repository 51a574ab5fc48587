import { and, eq, gt, isNotNull, lt, or, sql } from 'drizzle-orm'
import { type CreationOptions, MOST_PASSKEYS, type NewCredential, type Passkey } from '@slipstream/contract/passkeys'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { passkeys } from '@slipstream/db/tables/passkeys'
import { users } from '@slipstream/db/tables/users'
import { recordChange } from '#features/audit/audit.service.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { mailUser } from '#features/notifications/mail-user.service.ts'
import { type MailSender, passkeyAddedMail, passkeyRemovedMail } from './auth-mails.ts'
import type { SignedIn } from './identity.service.ts'
import { CHALLENGE_MS, issueChallenge, useChallenge } from './passkey-challenges.service.ts'
import { describePasskeys } from './passkey-use.service.ts'
import { endSessions } from './sessions.service.ts'
import { endRecoveryCodes, renewRecoveryCodes } from './two-factor.service.ts'
import { ALGORITHMS, challengeIn, type RelyingParty, userHandleOf, verifyNewCredential } from './webauthn.ts'

type PasskeyRow = typeof passkeys.$inferSelect

const toPasskey = ({ id, name, isBackedUp, createdAt, usedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  isBackedUp,
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
})

export const listPasskeys = async (db: Db, userId: number) =>
  (await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.id)).map(toPasskey)

interface PasskeyParts {
  db: Db
  relyingParty: RelyingParty
  sender: MailSender
}

export const startAddingPasskey = async (
  { db, relyingParty, sender }: PasskeyParts,
  { row }: SignedIn,
): Promise<CreationOptions> => {
  if (row.passkeyCount >= MOST_PASSKEYS) throw new DomainError('account.too_many_passkeys')
  return {
    challenge: await issueChallenge(db, 'add', row.id),
    rp: { id: relyingParty.id, name: sender().storeName },
    user: { id: userHandleOf(row.id), name: row.username, displayName: row.username },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials: await describePasskeys(db, row.id),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

/**
 * Adds a passkey. If it is the account's first second factor, the answer has recovery codes, and all other sessions end
 * because they started with one factor.
 */
export const addPasskey = async (
  { db, relyingParty, sender }: PasskeyParts,
  { row, user, session }: SignedIn,
  { name, credential }: { name: string; credential: NewCredential },
) => {
  const challenge = await challengeIn(credential.clientDataJSON)
  await useChallenge(db, 'add', row.id, challenge)
  const verified = await verifyNewCredential(relyingParty, challenge, credential)
  return inTransaction(db, async (tx) => {
    const [owner] = await tx
      .update(users)
      .set({ passkeyCount: sql`${users.passkeyCount} + 1` })
      .where(and(eq(users.id, row.id), lt(users.passkeyCount, MOST_PASSKEYS)))
      .returning()
    if (!owner) throw new DomainError('account.too_many_passkeys')
    const [added] = await tx
      .insert(passkeys)
      .values({ userId: row.id, name, ...verified })
      .onConflictDoNothing()
      .returning()
    if (!added) throw new DomainError('account.passkey_known')
    const isFirstFactor = owner.passkeyCount === 1 && owner.twoFactorSince === null
    if (isFirstFactor) await endSessions(tx, row.id, session.id)
    await announceChange(tx, 'user', row.id)
    await mailUser(tx, { userId: owner.id, letter: passkeyAddedMail(name, sender()), kind: 'account' })
    if (user.isAdmin) await recordChange(tx, { ...about(user.id, added), action: 'add', after: { name } })
    return { passkey: toPasskey(added), recoveryCodes: isFirstFactor ? await renewRecoveryCodes(tx, row.id) : null }
  })
}

const about = (actorId: number, { id, name }: PasskeyRow) => ({
  actorId,
  subject: 'passkey' as const,
  subjectId: id,
  subjectName: name,
})

export const renamePasskey = async (tx: Tx, userId: number, id: number, name: string) => {
  const [renamed] = await tx
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning()
  if (!renamed) throw new DomainError('request.not_found')
  return toPasskey(renamed)
}

export const removePasskey = async (tx: Tx, sender: MailSender, { row, user }: SignedIn, id: number) => {
  const [removed] = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, row.id)))
    .returning()
  if (!removed) throw new DomainError('request.not_found')
  const [owner] = await tx
    .update(users)
    .set({ passkeyCount: sql`${users.passkeyCount} - 1` })
    .where(
      and(
        eq(users.id, row.id),
        or(gt(users.passkeyCount, 1), isNotNull(users.passwordHash), isNotNull(users.discordId)),
      ),
    )
    .returning()
  if (!owner) throw new DomainError('account.last_way_in')
  await endRecoveryCodes(tx, owner)
  await announceChange(tx, 'user', row.id)
  await mailUser(tx, { userId: owner.id, letter: passkeyRemovedMail(removed.name, sender()), kind: 'account' })
  if (user.isAdmin) {
    await recordChange(tx, { ...about(user.id, removed), action: 'remove', before: { name: removed.name } })
  }
}

/** For a person who lost all passkeys, after the operator has checked their identity. */
export const removeAllPasskeys = async (tx: Tx, userId: number) => {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.update(users).set({ passkeyCount: 0 }).where(eq(users.id, userId))
  await announceChange(tx, 'user', userId)
}
