import { and, eq, isNull, ne } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { users } from '@slipstream/db/tables/users'
import type { UserRow } from './current-user.ts'
import { hasVerifiedEmail } from './verified-email.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { type Messages, queueMail, queueMessage } from '#lib/outbox/outbox.ts'
import { hashOf } from './secret.ts'
import { isUniqueViolation } from '#lib/unique-violation.ts'
import type { Letter, Sender } from '#lib/mail/letter.ts'
import { addressTakenMail, emailChangedMail, type MailSender, verifyEmailMail } from './auth-mails.ts'
import { endSecrets, issueSecret, useSecret } from './one-time-secrets.service.ts'
import type { SignInLimits } from './sign-in-limits.ts'

type Claim = Messages['auth.mail_verification']

/** Mails a link to the address. An account keeps its confirmed address until the link is opened. */
export const requestVerification = async ({ db, limits }: { db: Db; limits: SignInLimits }, claim: Claim) => {
  if (!(await mayMailTo(limits, claim.email, `user ${claim.userId}`))) throw new DomainError('auth.mailbox_full')
  await inTransaction(db, (tx) => queueMessage(tx, 'auth.mail_verification', claim, { kind: 'account' }))
}

/**
 * Limited per sender, so that nobody can use up another sender's mails, and per mailbox, so that all senders together
 * cannot flood it.
 */
export const mayMailTo = async ({ mails, mailbox }: SignInLimits, email: string, cause: string) =>
  (await mails.allows(hashOf(`${email} ${cause}`))) && mailbox.allows(hashOf(email))

/**
 * Only the owner of the address learns that it has an account. Runs as a job, so that response times reveal nothing.
 */
export const writeVerification = async (tx: Tx, { userId, email, backTo }: Claim, sender: Sender): Promise<Letter> => {
  if (await isSomebodyElses(tx, { userId, email })) return addressTakenMail(sender)
  return verifyEmailMail(await issueSecret(tx, 'verify_email', userId, { email }), sender, backTo)
}

const isSomebodyElses = async (tx: Tx, { userId, email }: Claim) => {
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(hasVerifiedEmail(email), ne(users.id, userId)))
  return other !== undefined
}

/**
 * Keeps an address that its owner has not confirmed, so that receipts have somewhere to go. It never replaces a
 * confirmed one.
 */
export const noteClaim = async (tx: Tx, { userId, email }: Claim) => {
  await tx
    .update(users)
    .set({ email })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
  await announceChange(tx, 'user', userId)
}

/**
 * Whether the owner of a mailbox may take over the account that claims its address: nobody has proven to own it yet. An
 * administrator's account is worth more than any address.
 */
export const mayBeTakenOver = ({ emailVerifiedAt, isAdmin }: UserRow) => emailVerifiedAt === null && !isAdmin

/**
 * Makes the mailed address the account's own. The link alone does not: a stranger who typed the address first would
 * keep a way into the account, so its reader must be signed in to it. A refused link stays valid.
 */
export const verifyEmail = (
  { db, sender }: { db: Db; sender: MailSender },
  token: string,
  callerId: number | null,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const { userId, details } = await useSecret(tx, 'verify_email', token)
    const email = details.email ?? ''
    const [before] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!before) throw new DomainError('auth.link_expired')
    if (userId !== callerId) {
      throw new DomainError(mayBeTakenOver(before) ? 'auth.sign_in_or_take_over' : 'auth.sign_in_to_confirm')
    }
    await claimEmail(tx, { userId, email })
    // The old mailbox may no longer belong to the owner, so a reset link in it must not work.
    await endSecrets(tx, userId, 'reset_password')
    if (before.email && before.emailVerifiedAt && before.email !== email) {
      await queueMail(tx, { to: before.email, userId, letter: emailChangedMail(sender()) }, { kind: 'account' })
    }
    await announceChange(tx, 'user', userId)
    return userId
  })

export const claimEmail = async (tx: Tx, { userId, email }: Claim) => {
  try {
    await tx.update(users).set({ email, emailVerifiedAt: new Date() }).where(eq(users.id, userId))
  } catch (error) {
    if (isUniqueViolation(error, 'users_email')) throw new DomainError('account.email_taken')
    throw error
  }
}
