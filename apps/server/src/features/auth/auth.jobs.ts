import { randomUUID } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import type { ConfirmationReturn } from '@slipstream/contract/account'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { oneTimeSecrets, sessions } from '@slipstream/db/tables/auth'
import { passkeyChallenges } from '@slipstream/db/tables/passkeys'
import { users } from '@slipstream/db/tables/users'
import { addressFor } from '#features/notifications/mail-user.service.ts'
import { readSender } from '#features/settings/mail-sender.service.ts'
import type { Mailer } from '#gateways/mailer.ts'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import type { Letter, Sender } from '#lib/mail/letter.ts'
import { sendLetter } from '#lib/mail/send-letter.ts'
import type { MessageHandlers } from '#lib/outbox/outbox.ts'
import { type AccessChange, accessChangedMail } from './access-mails.ts'
import { writeVerification } from './email-verification.service.ts'
import { noteResetMailed, writePasswordReset } from './password-reset.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'auth.sweep': Record<string, never>
  }
}
declare module '#lib/outbox/outbox.ts' {
  interface Messages {
    'auth.mail_verification': { userId: number; email: string; backTo?: ConfirmationReturn | undefined }
    'auth.mail_reset': { email: string }
    'auth.mail_access_change': { userId: number; change: AccessChange }
  }
}

interface AuthMailParts {
  db: Db
  mailer: Mailer
  storage: Storage
  publicUrl: string
}

/**
 * Mails with a secret never wait in the outbox, where a backup would hold a usable link (ADR 29). The message
 * names the person; the secret is created when the mail is sent, and only its hash is stored.
 */
export const authMessages = (
  parts: AuthMailParts,
): MessageHandlers<'auth.mail_verification' | 'auth.mail_reset' | 'auth.mail_access_change'> => {
  const { db, mailer } = parts
  const writeAndSend = async (to: string, write: (tx: Tx, sender: Sender) => Promise<Letter | null>) => {
    const sender = await readSender(parts)
    const letter = await inTransaction(db, (tx) => write(tx, sender))
    // A retry mails a new link, so mail programs must not treat it as a duplicate of the previous mail.
    if (letter) await sendLetter(mailer, sender, { to, letter, messageId: randomUUID() })
  }
  return {
    'auth.mail_verification': (claim) =>
      writeAndSend(claim.email, (tx, sender) => writeVerification(tx, claim, sender)),
    'auth.mail_reset': async (wanted) => {
      await writeAndSend(wanted.email, (tx, sender) => writePasswordReset(tx, wanted, sender))
      await inTransaction(db, (tx) => noteResetMailed(tx, wanted))
    },
    'auth.mail_access_change': async ({ userId, change }) => {
      const [user] = await db
        .select({ email: users.email, emailVerifiedAt: users.emailVerifiedAt })
        .from(users)
        .where(eq(users.id, userId))
      const sender = await readSender(parts)
      const letter = accessChangedMail(change, sender)
      const to = user ? addressFor(letter, user) : null
      if (to !== null) await sendLetter(mailer, sender, { to, letter, messageId: randomUUID() })
    },
  }
}

export const authJobs = ({ db }: { db: Db }): JobHandlers<'auth.sweep'> => ({
  'auth.sweep': () => forgetWhatIsOver(db),
})

const forgetWhatIsOver = async (db: Db) => {
  // Each in its own transaction, because they are independent.
  await inTransaction(db, (tx) => tx.delete(sessions).where(lt(sessions.expiresAt, sql`now()`)))
  await inTransaction(db, (tx) => tx.delete(oneTimeSecrets).where(lt(oneTimeSecrets.expiresAt, sql`now()`)))
  await inTransaction(db, (tx) => tx.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, sql`now()`)))
}

export const AUTH_SCHEDULE: JobSchedule<'auth.sweep'> = { 'auth.sweep': { cron: '47 3 * * *' } }
